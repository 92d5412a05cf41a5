/** Before all else: the language sets out while the program itself is still on its way. */
import { fetchMessages, wishedLanguage } from '$lib/text/languages';

fetchMessages(wishedLanguage()).catch(() => undefined); // the program asks again, and tells

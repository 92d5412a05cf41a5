/** Before all else: the language sets out while the program itself is still on its way. */
import { fetchMessages } from './text/languages';
import { wishedLanguage } from './ui/language';

fetchMessages(wishedLanguage(), []).catch(() => undefined); // the program asks again, and tells

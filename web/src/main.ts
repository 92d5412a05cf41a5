import { mount } from 'svelte';
import App from './App.svelte';
import { api } from '$lib/net/api';
import { router } from '$lib/router.svelte';
import { settings } from '$lib/settings.svelte';
import { loadLanguage } from '$lib/text/text.svelte';
import { screens } from './screens';
import './style/tokens.css';
import './style/base.css';

// The screen asked for is fetched while the language is, and for a table its tiles too.
const { screen } = router.route;
if (screen !== 'lost') void screens[screen]();
if (screen === 'table') void api.tiles();
// Before anything else, so that nobody sees the page in other colours first.
document.documentElement.dataset.theme = settings.look;
await loadLanguage(settings.language);
mount(App, { target: document.getElementById('app')! });

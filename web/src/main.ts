import { mount } from 'svelte';
import App from './App.svelte';
import { api } from '$lib/net/api';
import { router } from '$lib/router.svelte';
import { settings } from '$lib/settings.svelte';
import { loadLanguage } from '$lib/text/text.svelte';
import './style/tokens.css';
import './style/base.css';

// Who opens a table needs its screen and the tiles: they are fetched while the language is.
if (router.route.screen === 'table') {
  void import('./screens/Table.svelte');
  void api.tiles();
}
// Before anything else, so that nobody sees the page in other colours first.
document.documentElement.dataset.theme = settings.theme;
await loadLanguage(settings.language);
mount(App, { target: document.getElementById('app')! });

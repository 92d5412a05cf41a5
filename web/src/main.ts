import { mount } from 'svelte';
import App from './App.svelte';
import { api } from './net/api';
import { screens } from './screens';
import Cut from './screens/Cut.svelte';
import { loadLanguage } from './text/text.svelte';
import { router } from './ui/router.svelte';
import { settings } from './ui/settings.svelte';
import './style/tokens.css';
import './style/base.css';

// The screen asked for is fetched while the language is, and for a table its tiles too.
const { route } = router;
if (route.screen !== 'lost') screens[route.screen]().catch(() => undefined); // App tells
if (route.screen === 'table') api.tiles(route.id).catch(() => undefined);
// Before anything else, so that nobody sees the page in other colours first.
document.documentElement.dataset.theme = settings.look;
// A language that does not come is replaced; when none comes, there are words enough to say so.
const spoken = await loadLanguage(settings.language)
  .catch(() => loadLanguage('en'))
  .then(
    () => true,
    () => false,
  );
mount(spoken ? App : Cut, { target: document.getElementById('app')! });

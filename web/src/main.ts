import { mount } from 'svelte';
import App from './App.svelte';
import { loadLanguage } from '$lib/text/text.svelte';
import { settings } from '$lib/settings.svelte';
import './style/tokens.css';
import './style/base.css';

await loadLanguage(settings.language);
mount(App, { target: document.getElementById('app')! });

import { withTexts } from '@/text/text.svelte';

/** The screens, each loaded when it is first asked for. */
export const screens = {
  home: () => import('./Home.svelte'),
  table: () => import('./Table.svelte'),
  replay: () => withTexts('replay', import('./Replay.svelte')),
  settings: () => import('./Settings.svelte'),
  help: () => withTexts('learn', withTexts('rules', import('./Help.svelte'))),
  learn: () => withTexts('learn', import('./Learn.svelte')),
  paper: () => withTexts('paper', import('./Paper.svelte')),
  box: () => withTexts('box', import('./Box.svelte')),
  keep: () => withTexts('keep', import('./Keep.svelte')),
  link: () => import('./Link.svelte'),
};

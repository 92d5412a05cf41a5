/** The screens, each loaded when it is first asked for. */
export const screens = {
  home: () => import('./Home.svelte'),
  table: () => import('./Table.svelte'),
  settings: () => import('./Settings.svelte'),
  help: () => import('./Help.svelte'),
  link: () => import('./Link.svelte'),
};

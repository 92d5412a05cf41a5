/** A new screen takes the focus, so that a screen reader begins to read there and Tab starts at its top. */
import { router } from './router.svelte';

export function arrive(main: HTMLElement): void {
  if (!router.moved) return;
  main.tabIndex = -1;
  main.focus({ preventScroll: true });
}

import type { Reaction } from '@/net/table.svelte';

/** Ready-made things to say; the words are in the messages, the pictures in Reaction.svelte. */
export const REACTIONS: readonly Reaction[] = [
  'hello',
  'bravo',
  'thanks',
  'oops',
  'wow',
  'hurry',
  'thinking',
  'well_played',
];

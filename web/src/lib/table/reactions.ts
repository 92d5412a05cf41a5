/** Ready-made things to say; the words are in the messages, the pictures in Reaction.svelte. */
export const REACTIONS = [
  'hello',
  'bravo',
  'thanks',
  'oops',
  'wow',
  'hurry',
  'thinking',
  'well_played',
] as const;

export type Reaction = (typeof REACTIONS)[number];

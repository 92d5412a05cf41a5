/** Ready-made things to say, each with its little picture; the words are in the messages. */
export const REACTIONS = {
  hello: '👋',
  bravo: '👏',
  thanks: '🙏',
  oops: '🙈',
  wow: '🤩',
  hurry: '⏳',
  thinking: '🤔',
  well_played: '🏅',
} as const;

export type Reaction = keyof typeof REACTIONS;

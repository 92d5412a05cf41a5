/* Made by `npm run types` from the rules in Python; do not edit. */

/** R5.1: what so many discs are worth. */
export const DISC_POINTS = [0, 1, 2, 4, 6, 8, 10] as const;

/** R4.2: what the second tile costs. */
export const SECOND_TILE = 4;

/** R1.4: how many play, and to how many points. */
export const PLAYERS = { least: 2, most: 4 } as const;
export const TARGETS = { least: 60, most: 240 } as const;

/** More groups than this no tile closes. */
export const MOST_GROUPS = 7;

/* Made by `npm run types` from dalapapa.kernel.constants, which says what each is; do not edit. */

/** The board and its grid. */
export const SIDE = 64;
export const CELLS = 4096;
export const MARGIN = 2;
export const MOST_TILES = 120;

/** A position, in 16-bit words. */
export const ALL_WORDS = 99128;
export const CELL = 0;
export const FRAME = 2;
export const LONE = 77828;
export const TOP = 77929;
export const BOTTOM = 77930;

/** A desk, in 64-bit numbers. */
export const LOG_END = 114459;
export const COLOURS = 0;
export const PLACES = 480;
export const ALONE = 28;
export const CORNERS = 27;
export const HAND = 1351;

/** Options, in 64-bit numbers: the board comes in, all else goes out. */
export const OFFERS_END = 86624;
export const BOARD = 0;
export const PLACES_OFFERED = 600;
export const FLAT_OFFERED = 601;
export const DISCS_OFFERED = 602;
export const CLOSED_OFFERED = 603;
export const ORDERS_OFFERED = 604;
export const AT_X = 608;
export const AT_Y = 2656;
export const FITS_FIRST = 4704;
export const FITS_SECOND = 6752;
export const MADE_AT = 8800;
export const COLOUR_MADE = 10848;
export const CLOSED = 41568;
export const ORDERS = 70240;

/** What a carrier has brought, ready for use: the options, which travel in columns, as one placement each. */
import { spots } from '@/board/geometry';
import type { Disc, Option, Options, Place, Receipts, ServerMessage } from '@/gen/protocol';

/** A placement that is legal, and for a second tile how many points more it makes when it is laid first. */
export interface Offered extends Option {
  more?: number;
}

/** The legal placements of a seat's tiles, after some were tried. */
export interface Offer extends Pick<Options, 'type' | 'id' | 'seat' | 'version' | 'after'> {
  options: Offered[];
}

export type Heard = Exclude<ServerMessage, Options> | Offer;

/** Read a message. */
export function hear(text: string): Heard {
  const message = JSON.parse(text) as ServerMessage;
  if (message.type !== 'options') return message;
  return offerOf(message);
}

/** The placements that a message holds in columns. */
export function offerOf(message: Options): Offer {
  const { type, id, seat, version, after } = message;
  return { type, id, seat, version, after, options: placements(message) };
}

/** A digit stands for a number, the lowest first. */
export const DIGITS = '0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ-_';
/** Colours by their initials, in the order of the rules. */
export const COLOURS = { r: 'red', g: 'green', b: 'blue', y: 'yellow' } as const;
type Initial = keyof typeof COLOURS;

const bits = (digit: string): number[] => {
  const number = DIGITS.indexOf(digit);
  return [0, 1, 2, 3, 4, 5].filter((bit) => (number >> bit) & 1);
};

/** Every placement, in the order in which the message counts them. */
function placements({ tiles, flat, x: xs, y: ys, fits, receipts, other_order }: Options): Offered[] {
  const found: Offered[] = [];
  const closed = groupsByPlacement(receipts);
  let disc = 0;
  xs.forEach((x, at) => {
    const y = ys[at]!;
    const upright = at < flat ? 0 : 1;
    const lies = spots({ tile: 0, face: 0, rotation: upright, x, y });
    const discs: Disc[] = bits(receipts?.discs[at] ?? '0')
      .map((position) => ({
        spot: lies[position] as [number, number],
        colour: COLOURS[receipts!.disc_colours[disc++] as Initial],
      }))
      .sort((a, b) => a.spot[0] - b.spot[0] || a.spot[1] - b.spot[1]);
    tiles.forEach((tile, which) => {
      for (const bit of bits(fits[which]![at]!)) {
        const place: Place = { tile, face: bit >> 1, rotation: upright + 2 * (bit & 1), x, y };
        const groups = closed.get(found.length) ?? [];
        const disc_points = receipts?.disc_points[discs.length] ?? 0;
        const group_points = groups.reduce((sum, group) => sum + group.discs.length, 0);
        const points = disc_points + group_points;
        found.push({ place, receipt: receipts && { discs, disc_points, groups, group_points, points } });
      }
    });
  });
  for (const [number, more] of other_order ?? []) found[number]!.more = more;
  return found;
}

type Groups = NonNullable<Option['receipt']>['groups'];

/** What each placement closes, by its number. */
function groupsByPlacement(receipts: Receipts | null): Map<number, Groups> {
  const closed = new Map<number, Groups>();
  receipts?.groups.forEach((numbers, at) => {
    const discs: [number, number][] = [];
    for (let i = 0; i < numbers.length; i += 2) discs.push([numbers[i]!, numbers[i + 1]!]);
    const group = { colour: COLOURS[receipts.group_colours[at] as Initial], discs };
    for (const number of receipts.closed_by[at]!) {
      closed.set(number, [...(closed.get(number) ?? []), group]);
    }
  });
  return closed;
}

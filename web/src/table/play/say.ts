/** What a sighted player sees, as words for the live region. The rest of a sentence is put together by the teller. */
import { spots, type Cell } from '@/board/geometry';
import { AROUND, sides, type Group, type Meeting, type Reading } from '@/board/reading';
import type { Colour } from '@/gen/design';
import type { Place, ReasonSeen, ReceiptSeen } from '@/gen/protocol';
import { SECOND_TILE } from '@/placing/placing.svelte';
import { language, t } from '@/text/text.svelte';

const colourName = (colour: Colour): string => t(`colour.${colour}`);
const both = (colours: readonly Colour[]): string =>
  new Intl.ListFormat(language()).format(colours.map(colourName));

export const sayPoints = (count: number): string => t('say.points', { count });

/** "back, turned right". */
export const sayGrip = ({ face, rotation }: Pick<Place, 'face' | 'rotation'>): string =>
  `${t(face ? 'say.back' : 'say.front')}, ${t(`say.turn.${rotation as 0 | 1 | 2 | 3}`)}`;

/** "Tile 57, back, turned right, column 3, row −2". */
export const sayPlace = ({ tile, face, rotation, x, y }: Place): string =>
  t('say.place', {
    tile,
    face: t(face ? 'say.back' : 'say.front'),
    turn: t(`say.turn.${rotation as 0 | 1 | 2 | 3}`),
    x,
    y,
  });

export const sayMiddle = (face: readonly Colour[]): string =>
  face[6] ? t('say.middle', { colour: colourName(face[6]) }) : '';

/** "above red and blue, right green, below blue and blue, left yellow". */
export function saySides(face: readonly Colour[], rotation: number): string {
  if (!face[6]) return '';
  const found = sides(face, rotation);
  return t('say.sides', Object.fromEntries(AROUND.map((side) => [side, both(found[side])])));
}

/** "red in the middle, above red and blue, …". */
export const sayFace = (face: readonly Colour[], rotation = 0): string =>
  together(sayMiddle(face), saySides(face, rotation));

/** "new discs: blue above left, red left"; where two colours would meet, that too. */
export function sayMeetings(meetings: readonly Meeting[]): string {
  const discs = meetings.filter(({ colour, other }) => colour === other);
  const edge = (meeting: Meeting): string => t(`say.edge.${meeting.edge}`);
  return together(
    discs.length > 0 &&
      t('say.newDiscs', {
        count: discs.length,
        discs: discs.map((disc) => `${colourName(disc.colour)} ${edge(disc)}`).join(', '),
      }),
    ...meetings
      .filter((meeting) => !discs.includes(meeting))
      .map((clash) =>
        t('say.meets', {
          colour: colourName(clash.colour),
          other: colourName(clash.other),
          edge: edge(clash),
        }),
      ),
  );
}

/** "closes a red group of 5". */
export const sayClosed = (receipt: ReceiptSeen | null): string =>
  together(
    ...(receipt?.groups ?? []).map(({ colour, discs }) => t(`say.group.${colour}`, { count: discs.length })),
  );

/** "in an open red group of 5". */
export const sayGroup = ({ colour, discs, waiting }: Group): string =>
  t(waiting.length ? 'say.inOpen' : 'say.inClosed', { colour: colourName(colour), count: discs.length });

/** "red, 5 discs, open at column 3, row −2". */
export function sayOpenGroup({ colour, discs, waiting }: Group, board: Reading, chance?: number): string {
  const cells = new Map(waiting.map((half) => [board.beside(half).join(), board.beside(half)]));
  const places = [...cells.values()].map(([x, y]) => t('say.at', { x, y }));
  return together(
    t('say.openGroup', { colour: colourName(colour), count: discs.length, places: places.join(', ') }),
    chance !== undefined && sayPressure(waiting.length, chance),
  );
}

/** "a blue half-disc above, in an open blue group of 4; …" or the tile that lies there. */
export function sayCell(cell: Cell, board: Reading): string {
  const where = t('say.cell', { x: cell[0], y: cell[1] });
  const tile = board.tileAt(cell);
  if (tile) return `${where}. ${sayLying(tile, board)}.`;
  const halves = board
    .around(cell)
    .map(({ side, colour, groups }) =>
      together(t(`say.half.${side}`, { colour: colourName(colour) }), ...groups.map(sayGroup)),
    );
  return `${where}: ${halves.join('; ') || t('say.noHalves')}.`;
}

/** "Tile 57, …: red in the middle, in an open red group of 4, above …". */
function sayLying(place: Place, board: Reading): string {
  const face = board.face(place);
  const group = board.groupAt(spots(place)[6]!);
  const colours = together(sayMiddle(face), group && sayGroup(group), saySides(face, place.rotation));
  return colours ? `${sayPlace(place)}: ${colours}` : sayPlace(place);
}

/** "3 open ends, 24% likely to be closed by the next player". */
export const sayPressure = (ends: number, chance: number): string =>
  t('say.pressure', { count: ends, chance: percent(chance) });

/** A chance in whole hundredths; what can happen is not said to be impossible, nor the other way round. */
export function percent(chance: number): string {
  const shown = chance > 0 && chance < 1 ? Math.min(0.99, Math.max(0.01, chance)) : chance;
  return new Intl.NumberFormat(language(), { style: 'percent' }).format(shown);
}

const signed = (points: number): string => (points < 0 ? `−${-points}` : `+${points}`);

/** "Second tile: +7 − 4 = +3", or that it is not worth it. */
export function saySecond(points: number): string {
  const net = points - SECOND_TILE;
  if (net <= 0) return t('act.secondPoor', { net: net ? signed(net) : '0' });
  return t('act.secondBest', { points: signed(points), net: signed(net) });
}

/** "The other order brings 2 points more." */
export const sayOrder = (more: number): string => t('plan.order', { count: more });

/** "This move closes a blue group of 5, makes 3 discs and leaves no group open." */
export function sayWhy(reasons: readonly ReasonSeen[]): string {
  const told = reasons.map(({ why, count, colour }) =>
    why === 'closes' ? t(`say.group.${colour!}`, { count }) : t(`hint.why.${why}`, { count }),
  );
  return t('hint.because', { reasons: new Intl.ListFormat(language()).format(told) });
}

/** What there is to say, with commas. */
export const together = (...parts: (string | false | null | undefined)[]): string =>
  parts.filter(Boolean).join(', ');

/** From what a person chose to what the server is asked for, and how long it will take. */
import type { NewSeat, NewTable } from '@/gen/protocol';
import { levelNow, MIXED } from '@/text/names';
import { nextPartner, recallMet, type Met } from './partners';

/** The three doors of the house. */
export type Door = 'computer' | 'device' | 'friends';

export const CLOCKS = [null, 45, 90, 180, 86_400, 259_200, 604_800] as const;

/** Somebody at a table to be made: a bot by its level, or a person, for whom that is null. */
export interface Chair {
  bot: string | null;
  /** What a person at this device is called. */
  name: string;
}

export const MOST = 4;
export const FEWEST = 2;

export interface Choices {
  level: string;
  /** How many computer players to play against. */
  opponents: number;
  /** Who shares this device, and who comes by the link: in both, the first is who asks. */
  device: Chair[];
  friends: Chair[];
  target: number;
  begins: 'me' | 'random';
  clock: (typeof CLOCKS)[number];
  openHands: boolean;
  purist: boolean;
  /** Everybody at a table with friends may take hints. */
  hints: boolean;
  spectators: boolean;
  public: boolean;
  /** On this device, although there is a server. */
  here: boolean;
  /** The tile set: of the house, one that comes with the game by its name, or one's own. */
  set: string;
}

/** The choice of one's own box; no set that comes with the game is called so. */
export const OWN = 'own';

/** A person who has not been named yet. */
export function person(): Chair {
  return { bot: null, name: '' };
}

export const DEFAULTS: Readonly<Choices> = {
  level: '',
  opponents: 1,
  device: [person(), person()],
  friends: [person(), person()],
  target: 60,
  begins: 'random',
  clock: null,
  openHands: false,
  purist: false,
  hints: false,
  spectators: true,
  public: false,
  here: false,
  set: '',
};

/** The level wished for, or the one that the games so far speak for. */
export function firstLevel(
  levels: readonly string[],
  wished: string,
  games: readonly Met[] = recallMet(),
): string | undefined {
  if (levels.includes(wished) || (wished === MIXED && levels.length > 1)) return wished;
  const now = levelNow(wished);
  return levels.includes(now) ? now : nextPartner(games, levels);
}

/** The level of a bot to be asked for, which the server must know. */
function known(levels: readonly string[], wished: string): string {
  return firstLevel(levels, wished === MIXED ? '' : wished) ?? wished;
}

/** So many different levels, by lot. */
export function mixture(levels: readonly string[], count: number, lot = Math.random): string[] {
  const left = [...levels];
  return Array.from({ length: count }, () => left.splice(Math.floor(lot() * left.length), 1)[0]!);
}

/** Who is to sit at the table that a door opens. */
function chairs(
  door: Door,
  { opponents, level, device, friends }: Choices,
  levels: readonly string[] = [],
): Chair[] {
  const field = level === MIXED && levels.length >= opponents ? mixture(levels, opponents) : [];
  const bots = Array.from({ length: opponents }, (_, number) => ({
    ...person(),
    bot: field[number] ?? level,
  }));
  return { computer: [person(), ...bots], device, friends }[door];
}

/** How many sit at the table that a door opens, and how many of them are people. */
export function seatCount(door: Door, choices: Choices): { players: number; people: number } {
  const all = chairs(door, choices);
  return { players: all.length, people: all.filter((chair) => chair.bot === null).length };
}

/** The table to ask the server for; `called` says what a person at this device is called, `own` is their own box. */
export function wish(
  door: Door,
  choices: Choices,
  levels: readonly string[],
  called: (name: string, number: number) => string,
  own: string | null = null,
): NewTable {
  const friends = door === 'friends';
  const seats = chairs(door, choices, levels).map(({ bot, name }, number): NewSeat => {
    if (bot !== null) return { kind: 'bot', bot: known(levels, bot) };
    return friends && number > 0 ? { kind: 'open' } : { kind: 'person', name: called(name, number) };
  });
  return {
    seats,
    target: choices.target,
    begins: choices.begins === 'me' ? 0 : 'random',
    open_hands: choices.openHands,
    purist: choices.purist,
    // Nobody else can mind at a table of one device.
    hints: !choices.purist && (!friends || choices.hints),
    // A clock, an audience and strangers belong to tables that others can reach.
    clock: friends ? choices.clock : null,
    spectators: friends && choices.spectators,
    public: friends && choices.public,
    tile_set: choices.set === OWN ? own : choices.set || null,
  };
}

/** R1.4: three people need about half an hour for 60 points, so each brings ten minutes. */
const MINUTES_EACH = 10;
/** The bag holds 120 tiles: however high the target, three people come to its end in about this time. */
const LONGEST_EACH = 30;

/** About how many minutes a game takes; the computer hardly needs any. Rounded to five. */
export function minutes(target: number, people: number, players: number): number {
  const each = Math.min((MINUTES_EACH * target) / 60, (LONGEST_EACH * 3) / players);
  return Math.max(5, 5 * Math.round((each * people) / 5));
}

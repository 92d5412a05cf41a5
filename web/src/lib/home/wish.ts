/** From what a person chose to what the server is asked for, and how long it will take. */
import type { NewTable } from '../../gen/protocol';

/** The three doors of the house. */
export type Door = 'computer' | 'device' | 'friends';

export const CLOCKS = [null, 45, 90, 180, 86_400, 259_200, 604_800] as const;

export interface Choices {
  level: string;
  /** How many computer players to play against. */
  opponents: number;
  /** How many people at a table for friends. */
  players: number;
  /** Who shares this device. */
  names: string[];
  target: number;
  begins: 'me' | 'random';
  clock: (typeof CLOCKS)[number];
  openHands: boolean;
  purist: boolean;
  spectators: boolean;
  public: boolean;
}

export const DEFAULTS: Readonly<Choices> = {
  level: '',
  opponents: 1,
  players: 2,
  names: ['', ''],
  target: 60,
  begins: 'random',
  clock: null,
  openHands: false,
  purist: false,
  spectators: true,
  public: false,
};

/** How many sit at the table that a door opens. */
export function seatCount(door: Door, choices: Choices): number {
  return { computer: 1 + choices.opponents, device: choices.names.length, friends: choices.players }[door];
}

/** The table to ask the server for; `names` are those of the people at this device, the asker first. */
export function wish(door: Door, choices: Choices, names: string[], level: string): NewTable {
  const others = seatCount(door, choices) - names.length;
  const filler = door === 'computer' ? ({ kind: 'bot', bot: level } as const) : ({ kind: 'open' } as const);
  const friends = door === 'friends';
  return {
    seats: [
      ...names.map((name) => ({ kind: 'person', name }) as const),
      ...Array.from({ length: others }, () => filler),
    ],
    target: choices.target,
    begins: choices.begins === 'me' ? 0 : 'random',
    open_hands: choices.openHands,
    purist: choices.purist,
    // A clock, an audience and strangers belong to tables that others can reach.
    clock: friends ? choices.clock : null,
    spectators: friends && choices.spectators,
    public: friends && choices.public,
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

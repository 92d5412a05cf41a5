/** The fair bag, checked in the browser (docs/protocol.md): the same sum the server did, done again here. */

export interface FairRecord {
  players: unknown[];
  bag: number[];
  setup: { player: number; tile: number }[];
  turns: { player: number; placements: { tile: number }[]; drawn: number[] }[];
  fair: {
    table: string;
    commitment: string;
    secret: string;
    nonces: { seat: number; nonce: string }[];
    begins: number | 'random';
    first: number;
    /** The tiles of a real table, where the game began there: they were not mixed. */
    known?: number[];
  };
}

/** What this browser saw and gave before the game. */
export interface Pledge {
  commitment: string;
  nonce: string;
}

/** What is looked at, in this order. */
export type Step = 'promise' | 'mine' | 'bag' | 'first' | 'draws';
export interface Found {
  step: Step;
  holds: boolean;
}

/** Check a finished record; `pledge` is what this browser remembers, if it does. */
export async function checkFair(record: FairRecord, pledge?: Pledge): Promise<Found[]> {
  const { fair, bag, players } = record;
  const stream = numbers(fromHex(fair.secret), fair.table, fair.nonces);
  const known = new Set(fair.known);
  const mixed = bag.filter((tile) => !known.has(tile));
  const order = await mixedBag(
    [...mixed].sort((a, b) => a - b),
    stream,
  );
  const first = fair.begins === 'random' ? await below(players.length, stream) : fair.begins;
  const promised = await commitment(fair.secret, fair.table);
  const steps: Found[] = [
    {
      step: 'promise',
      holds: promised === fair.commitment && (!pledge || pledge.commitment === fair.commitment),
    },
    { step: 'bag', holds: String(order) === String(mixed) && bag.every(isOnce) },
    { step: 'first', holds: first === fair.first },
    { step: 'draws', holds: drawnInOrder(record) },
  ];
  if (pledge) {
    const given = fair.nonces.some(({ nonce }) => nonce === pledge.nonce);
    steps.splice(1, 0, { step: 'mine', holds: given });
  }
  return steps;
}

/** What the server publishes before the game. */
export async function commitment(secret: string, table: string): Promise<string> {
  const bytes = [...fromHex(secret), ...new TextEncoder().encode(table)];
  return toHex(new Uint8Array(await crypto.subtle.digest('SHA-256', new Uint8Array(bytes))));
}

/** An endless stream of 32-bit numbers from the secret, the table and everybody's nonces. */
async function* numbers(
  secret: Uint8Array<ArrayBuffer>,
  table: string,
  nonces: FairRecord['fair']['nonces'],
): AsyncGenerator<number> {
  const hash = { name: 'HMAC', hash: 'SHA-256' };
  const key = await crypto.subtle.importKey('raw', secret, hash, false, ['sign']);
  const lines = [...nonces].sort((a, b) => a.seat - b.seat).map(({ seat, nonce }) => `${seat} ${nonce}\n`);
  const message = new TextEncoder().encode(`dalapapa-bag-1\n${table}\n${lines.join('')}`);
  const bytes = new Uint8Array(message.length + 8);
  bytes.set(message);
  for (let block = 0n; ; block++) {
    new DataView(bytes.buffer).setBigUint64(message.length, block);
    const digest = new DataView(await crypto.subtle.sign('HMAC', key, bytes));
    for (let at = 0; at < digest.byteLength; at += 4) yield digest.getUint32(at);
  }
}

/** A number below `bound`, each equally likely: numbers of the uneven rest are thrown away. */
async function below(bound: number, stream: AsyncGenerator<number>): Promise<number> {
  const limit = 2 ** 32 - (2 ** 32 % bound);
  for (;;) {
    const number = (await stream.next()).value as number;
    if (number < limit) return number % bound;
  }
}

/** Whether a bag of so many tiles has this one, and no other like it. */
const isOnce = (tile: number, place: number, bag: number[]): boolean =>
  tile >= 0 && tile < bag.length && bag.indexOf(tile) === place;

async function mixedBag(tiles: readonly number[], stream: AsyncGenerator<number>): Promise<number[]> {
  const bag = [...tiles];
  for (let last = bag.length - 1; last > 0; last--) {
    const other = await below(last + 1, stream);
    [bag[last], bag[other]] = [bag[other]!, bag[last]!];
  }
  return bag;
}

/** Whether every tile was laid by a player who held it, and every draw took the next tile of the bag. */
function drawnInOrder({ bag, players, setup, turns }: FairRecord): boolean {
  const seats = players.length;
  let next = 3 * seats;
  const hands = players.map((_, seat) => bag.slice(seats + 2 * seat, seats + 2 * seat + 2));
  const took = ({ player, placements, drawn }: FairRecord['turns'][number]): boolean => {
    const hand = hands[player]!;
    for (const { tile } of placements) {
      const held = hand.indexOf(tile);
      if (held < 0) return false;
      hand.splice(held, 1);
    }
    hand.push(...drawn);
    const fromBag = String(drawn) === String(bag.slice(next, next + drawn.length));
    next += drawn.length;
    return fromBag && hand.length <= 2;
  };
  return setup.every(({ player, tile }) => bag[player] === tile) && turns.every(took);
}

function fromHex(text: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(text.match(/../g) ?? [], (pair) => parseInt(pair, 16));
}

function toHex(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

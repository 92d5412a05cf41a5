/** The tiles of one's own box, as far as they are written down: kept in this browser with every change. */
import { thisBrowser } from './storage';

/** A tile as a file has it (docs/tile-sets.md): both faces by the initials of their colours, the middle last. */
export interface OwnTile {
  family: string;
  faces: readonly [string, string];
}

export interface OwnBox {
  name: string;
  tiles: readonly OwnTile[];
}

const KEY = 'dalapapa.box';
const EMPTY: OwnBox = { name: '', tiles: [] };
/** With fewer tiles no four can sit down; the table says so too, in its own words. */
const FEWEST = 12;

class Own {
  #box = $state.raw<OwnBox>(thisBrowser.recall<OwnBox>(KEY) ?? EMPTY);

  get box(): OwnBox {
    return this.#box;
  }

  set box(box: OwnBox) {
    this.#box = box;
    thisBrowser.remember(KEY, box.name || box.tiles.length ? box : undefined);
  }

  /** Whether there is enough of it to be offered for a game. */
  readonly offered = $derived(this.#box.name.trim() !== '' && this.#box.tiles.length >= FEWEST);
}

export const own = new Own();

/** The box as a file has it. */
export function tomlOf({ name, tiles }: OwnBox): string {
  const parts = tiles.map(({ family, faces: [front, back] }) => {
    const named = family ? `family = ${JSON.stringify(family)}\n` : '';
    return `[[tile]]\n${named}front = "${front}"\nback = "${back}"\n`;
  });
  return [`name = ${JSON.stringify(name.trim())}\n`, ...parts].join('\n');
}

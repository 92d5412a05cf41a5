/** One person at one table: puts the parts together and does what mouse, finger and keys ask for. */
import { untrack } from 'svelte';
import { Camera, type Point } from '@/board/camera.svelte';
import { halves, middle, type Cell } from '@/board/geometry';
import type { Option, TileFaces } from '@/gen/protocol';
import type { Table } from '@/net/table.svelte';
import { Placing, type Snapshot } from '@/placing/placing.svelte';
import { t } from '@/text/text.svelte';
import { titleOf } from '@/text/winners';
import { click } from '@/ui/sound';
import { thisTab } from '@/ui/storage';
import { Arrivals } from './arrivals.svelte';
import { Framing } from './framing';
import { Seating } from './seating.svelte';
import { Sending } from './sending.svelte';
import { statusLine } from './status';
import { Teller } from './teller';
import { Voice } from './voice.svelte';

export class Play {
  readonly seating: Seating;
  readonly placing: Placing;
  readonly camera = new Camera();
  readonly framing: Framing;
  readonly voice = new Voice();
  readonly arrivals: Arrivals;
  readonly sending: Sending;
  readonly teller: Teller;

  /** What a line of the log, or the end, lights up on the board. */
  lit = $state.raw<readonly Option[]>([]);
  /** What the player is using now: the ring of buttons is for mouse and finger, the cursor for keys. */
  tool = $state<'mouse' | 'finger' | 'keys'>('mouse');
  /** Where on the screen a tile is being dragged. */
  dragged = $state.raw<Point>();

  #taken = $derived.by(() => new Set(this.table.laid.flatMap((place) => halves(place).map(String))));
  /** The version and seat that the placing now belongs to. */
  #turn = '';
  /** The version at which our turn was last told. */
  #called = -1;

  constructor(
    readonly table: Table,
    readonly tiles: readonly TileFaces[],
  ) {
    const seating = (this.seating = new Seating(table));
    this.placing = new Placing({
      hand: () => seating.hand,
      most: () => (seating.state?.in_setup ? 1 : 2),
      options: (after) => (seating.seat === undefined ? [] : table.optionsFor(seating.seat, after)),
      free: () => seating.purist,
      taken: (cell) => this.#taken.has(String(cell)),
    });
    this.framing = new Framing(this.camera, () => [...table.laid, ...this.placing.places]);
    this.arrivals = new Arrivals(table, seating);
    this.sending = new Sending(table, seating, this.placing);
    this.teller = new Teller(table, seating, this.placing, tiles);
  }

  /** Keep everything in step; runs inside a component, and ends with it. */
  follow(): void {
    $effect(() => this.#newVersion());
    $effect(() => this.sending.ask());
    $effect(() => this.#takeUp());
    $effect(() => this.#news());
    $effect(() => {
      const { seat, state } = this.seating;
      if (seat !== undefined && state) thisTab.remember(this.#key, this.placing.snapshot(state.version));
    });
  }

  get #key(): string {
    return `dalapapa.placing.${this.table.id}.${this.seating.seat}`;
  }

  /** A new turn begins: put away what was tried, or bring back what a refresh interrupted. */
  #newVersion(): void {
    const { state, seat } = this.seating;
    const turn = `${state?.version} ${seat}`;
    if (!state || this.#turn === turn) return;
    this.#turn = turn;
    this.#clear();
    this.placing.reset();
    untrack(() => this.framing.stepBack());
    if (seat !== undefined) this.placing.restore(thisTab.recall<Snapshot>(this.#key), state.version);
  }

  /** The first tile that fits is taken up at once, so that the board shows where it can go. */
  #takeUp(): void {
    const { placing } = this;
    if (!this.seating.myTurn || placing.tile !== undefined || placing.laid.length > 0) return;
    const tile = placing.hand.find((one) => placing.fits(one));
    if (tile !== undefined && placing.options.length) placing.pick(tile);
  }

  /** Tell of new turns and what they lead to, let others' tiles fly in, and show them when out of sight. */
  #news(): void {
    const { state, myTurn } = this.seating;
    if (!state) return;
    const fresh = this.arrivals.fresh();
    const words = fresh.map((turn) => untrack(() => this.teller.turn(turn)));
    if (myTurn && this.#called !== state.version) {
      this.#called = state.version;
      words.push(untrack(() => statusLine(this)));
    }
    if (fresh.length && state.result) words.push(titleOf(state));
    if (words.length) this.voice.say(words.join(' '));
    const passes = fresh.filter((turn) => turn.laid.length === 0);
    if (passes.length) this.voice.announce(passes.map((turn) => this.teller.turn(turn)).join(' '));
    const places = this.arrivals.fly(fresh);
    if (places.length === 0) return;
    click();
    if (!this.placing.pinned) this.framing.follow(places);
  }

  /** Show and tell the last turn; with `before`, tell the one before it. */
  showLast(before = false): void {
    const place = this.arrivals.news.at(-1);
    if (place && !before) this.framing.show(place);
    this.voice.say(this.teller.last(before));
  }

  /** Tell which groups are open. */
  groups(): void {
    this.voice.say(this.teller.openGroups());
  }

  /** Tell where the tile taken scores most, then go from one such place to the next. */
  best(): void {
    this.tool = 'keys';
    const found = this.teller.best();
    if (typeof found === 'string') return this.voice.say(found);
    this.placing.show(found);
    this.framing.reveal(middle(found.place));
    this.#sayGhost();
  }

  /** Light up what a turn scored, and bring it into view when asked to. */
  light(laid: readonly Option[], move = false): void {
    this.lit = laid;
    const place = laid[0]?.place;
    if (move && place) this.framing.reveal(middle(place));
  }

  pick(tile: number, face?: number): void {
    const { placing } = this;
    if (this.sending.busy || !placing.pick(tile, face)) return;
    if (face === undefined || !placing.ghost) this.voice.say(this.teller.taken(tile));
    if (placing.ghost) this.#sayGhost();
    else if (!placing.fits(tile)) this.voice.say(t('say.fitsNowhere', { tile }));
  }

  /** A click or tap on a cell: pin the ghost there, or lay it when it is already pinned. */
  press(cell: Cell): void {
    if (this.sending.busy) return;
    this.#clear();
    const { placing } = this;
    if (placing.tile === undefined) {
      if (this.seating.seat !== undefined && placing.mayLay) this.voice.say(t('say.pickFirst'));
    } else if (placing.onGhost(cell)) this.confirm();
    else if (placing.pin(cell)) this.#sayGhost();
    else this.cancel();
  }

  /** Room for a pinned ghost and the buttons around it. */
  giveRoom(): void {
    const { ghost } = this.placing;
    if (ghost) this.framing.giveRoom(ghost.place, this.tool === 'finger');
  }

  turn(step: 1 | -1): void {
    this.#sayChange(this.placing.turn(step), 'say.onlyWay');
  }

  flip(): void {
    this.#sayChange(this.placing.flip(), 'say.otherFace');
  }

  next(step: 1 | -1): void {
    this.tool = 'keys';
    const { placing, voice } = this;
    if (!placing.next(step))
      return voice.say(t(placing.tile === undefined ? 'say.pickFirst' : 'say.noneHere'));
    this.framing.reveal(middle(placing.ghost!.place));
    this.#sayGhost();
  }

  move(dx: number, dy: number): void {
    this.tool = 'keys';
    const { placing, camera } = this;
    placing.move(dx, dy, camera.cellAt(camera.centre));
    const [x, y] = placing.cell!;
    this.framing.reveal([x + 0.5, y + 0.5]);
    this.voice.say(this.teller.cell());
  }

  confirm(): void {
    const { placing, seating } = this;
    if (this.sending.busy) return;
    if (!placing.confirm()) return this.voice.say(this.teller.why());
    this.framing.stepBack();
    click();
    this.sending.fault = '';
    if (seating.tryout) return this.voice.say(t('turn.tryout'));
    const { total, laid } = placing;
    const points = seating.state?.in_setup || total === null ? '' : `${t('say.points', { count: total })}. `;
    const ways = t(placing.mayLay ? 'say.laidMore' : 'say.laidEnd');
    this.voice.say(`${t('say.laid', { tile: laid.at(-1)!.place.tile })} ${points}${ways}`);
  }

  undo(): void {
    if (this.sending.busy || !this.placing.undo()) return;
    this.voice.say(t('say.undone', { tile: this.placing.tile! }));
  }

  cancel(): void {
    this.#clear();
    if (!this.placing.cancel()) return;
    this.framing.stepBack();
    this.voice.say(t('say.cancelled'));
  }

  /** Send the turn. */
  async end(): Promise<void> {
    if (this.sending.canEnd && !(await this.sending.end())) this.voice.say(this.sending.fault);
  }

  /** Nothing of what was shown before matters any more. */
  #clear(): void {
    this.sending.fault = '';
    this.lit = [];
  }

  #sayChange(changed: boolean, otherwise: 'say.onlyWay' | 'say.otherFace'): void {
    if (!this.placing.ghost) this.voice.say(this.teller.held());
    else if (changed) this.#sayGhost();
    else this.voice.say(t(otherwise));
  }

  /** What the ghost is, touches and scores. */
  #sayGhost(): void {
    this.voice.say(this.teller.ghost());
  }
}

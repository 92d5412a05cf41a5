/** One person at one table: puts the parts together and does what mouse, finger and keys ask for. */
import { untrack } from 'svelte';
import { Camera, type Point } from '@/board/camera.svelte';
import { halves, samePlace, type Cell } from '@/board/geometry';
import type { OpenGroupSeen, Option, TileFaces } from '@/gen/protocol';
import type { Table } from '@/net/table.svelte';
import { Placing, type Snapshot } from '@/placing/placing.svelte';
import { t } from '@/text/text.svelte';
import { titleOf } from '@/text/winners';
import { settings } from '@/ui/settings.svelte';
import { click } from '@/ui/sound';
import { thisBrowser, thisTab } from '@/ui/storage';
import { Arrivals } from './arrivals.svelte';
import { Framing } from './framing';
import type { Guide } from './guide';
import { Hinting } from './hinting.svelte';
import { sayOrder, saySecond } from './say';
import { Seating } from './seating.svelte';
import { Sending } from './sending.svelte';
import { statusLine } from './status';
import { Teller } from './teller';
import { Voice } from './voice.svelte';

/** That a tile was laid in this browser. */
const LAID = 'dalapapa.laid';

/** Whether fingers are what this device is made for. */
const touched = (): boolean => typeof matchMedia !== 'undefined' && matchMedia('(pointer: coarse)').matches;

export class Play {
  readonly seating: Seating;
  readonly placing: Placing;
  readonly camera = new Camera();
  readonly framing: Framing;
  readonly voice: Voice;
  /** Who stands beside the player in a lesson. */
  readonly guide: Guide | undefined;
  readonly arrivals: Arrivals;
  readonly sending: Sending;
  readonly teller: Teller;
  readonly hinting: Hinting;

  /** What a line of the log, or the end, lights up on the board. */
  lit = $state.raw<readonly Option[]>([]);
  /** What the player is using now: how-tos are for mouse or finger, the cursor is for keys. */
  tool = $state<'mouse' | 'finger' | 'keys'>(touched() ? 'finger' : 'mouse');
  /** Whose how-to is for fingers: also who presses keys on a device that is made for them. */
  byFinger = $derived.by(() => this.tool === 'finger' || (this.tool === 'keys' && touched()));
  /** Nobody has laid a tile in this browser yet: it is said how that is done. */
  novice = $state(!thisBrowser.recall(LAID));
  /** Where on the screen a tile is being dragged. */
  dragged = $state.raw<Point>();

  #taken = $derived.by(() => new Set(this.table.laid.flatMap((place) => halves(place).map(String))));
  /** The version and seat that the placing now belongs to. */
  #turn = '';
  /** What lay when it was last told what a second tile could bring. */
  #planned: readonly Option[] = [];
  /** The version at which our turn was last told. */
  #called = -1;

  constructor(
    readonly table: Table,
    readonly tiles: readonly TileFaces[],
    beside: { guide?: Guide; voice?: Voice } = {},
  ) {
    this.guide = beside.guide;
    this.voice = beside.voice ?? new Voice();
    const seating = (this.seating = new Seating(table));
    this.placing = new Placing({
      hand: () => seating.hand,
      most: () => (seating.state?.in_setup ? 1 : 2),
      options: (after) => (seating.seat === undefined ? [] : table.optionsFor(seating.seat, after)),
      free: () => seating.purist,
      taken: (cell) => this.#taken.has(String(cell)),
    });
    this.framing = new Framing(
      this.camera,
      () => [...table.laid, ...this.placing.places],
      () => (seating.helped ? this.placing.options.map(({ place }) => place) : []),
    );
    this.arrivals = new Arrivals(table, seating);
    this.sending = new Sending(table, seating, this.placing);
    this.teller = new Teller(table, seating, this.placing, tiles);
    this.hinting = new Hinting(table, seating, this.placing);
  }

  /** Keep everything in step; runs inside a component, and ends with it. */
  follow(): void {
    $effect(() => this.#newVersion());
    $effect(() => this.sending.ask());
    $effect(() => this.#takeUp());
    $effect(() => this.#news());
    $effect(() => void (this.hinting.shown && this.hinting.look()));
    $effect(() => this.#plan());
    $effect(() => this.#frame());
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
    // A game that goes on here from elsewhere comes with all its turns at once: the last round is enough.
    const latest = fresh.slice(-this.seating.seats.length);
    const words = latest.map((turn) => untrack(() => this.teller.turn(turn)));
    if (myTurn && this.#called !== state.version) {
      this.#called = state.version;
      words.push(untrack(() => statusLine(this)));
    }
    if (fresh.length && state.result) words.push(titleOf(state));
    if (words.length) this.voice.say(words.join(' '));
    const passes = latest.filter((turn) => turn.laid.length === 0);
    if (passes.length) this.voice.announce(passes.map((turn) => this.teller.turn(turn)).join(' '));
    const others = untrack(() => this.arrivals.show(latest));
    if (others.length) click();
  }

  /** What matters stays in sight: all of the board until somebody moves it, and always a pinned ghost. */
  #frame(): void {
    const { arrivals, camera, framing, placing, seating, tool } = this;
    if (!camera.width || !seating.state || this.dragged) return;
    // What it depends on; where the camera is is none of it.
    void [camera.height, camera.inset, framing.lying(), framing.open()];
    const showing = arrivals.showing?.laid ?? [];
    const laid = placing.tile === undefined ? placing.laid : [];
    const about = placing.pinned ? [placing.ghost!] : showing.length ? showing : laid;
    // Who wants stillness is not taken near and back again with every turn of the others.
    const nearer = tool === 'finger' && (placing.pinned || (showing.length > 0 && !settings.stillness));
    untrack(() => framing.keep(about, nearer));
  }

  /** Show and tell the last turn; with `before`, tell the one before it. */
  showLast(before = false): void {
    const turn = this.table.turns.findLast(({ laid }) => laid.length);
    if (turn && !before) this.framing.show(turn.laid);
    this.voice.say(this.teller.last(before));
  }

  /** Look closer: at the tile that is held over the board, at the places where it fits, or at the last turn. */
  closer(): void {
    const { placing, seating, table } = this;
    const last = table.laid.slice(-1);
    const about = placing.ghost ? [placing.ghost.place] : last;
    const places = seating.helped && !placing.ghost ? placing.cells : [];
    const cells = places.length ? places : about.flatMap((place) => halves(place));
    if (cells.length) this.framing.lookInto(cells);
  }

  /** What the second tile could bring, as soon as that is known. */
  #plan(): void {
    const { laid, otherOrder, second } = this.placing;
    if (!this.seating.myTurn || !this.seating.helped || second === undefined || this.#planned === laid)
      return;
    this.#planned = laid;
    const words = [saySecond(second), otherOrder ? sayOrder(otherOrder) : ''];
    untrack(() => this.voice.say(words.filter(Boolean).join(' ')));
  }

  /** Tell which groups are open, and where hints were agreed on how likely each is closed. */
  groups(): void {
    const tell = (pressed?: readonly OpenGroupSeen[]) => this.voice.say(this.teller.openGroups(pressed));
    if (this.hinting.agreed) void this.hinting.look().then(tell);
    else tell();
  }

  /** Show on the board how likely the open groups are closed, or no longer. */
  pressure(): void {
    const { hinting } = this;
    if (!hinting.agreed)
      return this.voice.explain(t(this.seating.purist ? 'error.purist' : 'error.no_hints'));
    hinting.shown = !hinting.shown;
    if (hinting.shown) this.groups();
  }

  /** Take a hint, or more of it: where, which tile, and the whole placement as a ghost that is ready to be laid. */
  async hint(): Promise<void> {
    const { hinting, placing, voice } = this;
    if (!hinting.agreed) return voice.explain(t(this.seating.purist ? 'error.purist' : 'error.no_hints'));
    this.#clear();
    const advice = await hinting.press();
    if (!advice) return hinting.fault ? voice.explain(hinting.fault) : undefined;
    const { region, tile, face, laid } = advice;
    if (tile !== null) placing.pick(tile, face ?? 0);
    if (laid) {
      const meant = placing.options.find(({ place }) => samePlace(place, laid.place));
      if (meant) placing.show(meant);
    } else if (region) {
      if (placing.ghost) placing.cancel();
      this.framing.reveal([region.x, region.y], region.width, region.height);
    }
    voice.say([this.teller.hint(advice), laid && this.teller.ghost()].filter(Boolean).join(' '));
  }

  /** Tell where the tile taken scores most, then go from one such place to the next. */
  best(): void {
    this.tool = 'keys';
    const found = this.teller.best();
    if (typeof found === 'string') return this.voice.say(found);
    this.placing.show(found);
    this.#sayGhost();
  }

  /** Light up what a turn scored, and bring it into view when asked to. */
  light(laid: readonly Option[], move = false): void {
    this.lit = laid;
    if (move) this.framing.show(laid);
  }

  pick(tile: number, face?: number): void {
    const { placing } = this;
    this.arrivals.land();
    if (this.sending.busy || !placing.pick(tile, face)) return;
    if (face === undefined || !placing.ghost) this.voice.say(this.teller.taken(tile));
    if (placing.known && !placing.fits(tile)) return this.voice.explain(this.teller.nowhere(tile));
    if (placing.ghost) this.#sayGhost();
    if (face !== undefined && placing.face !== face) this.#sayFace();
  }

  /** A click or tap on a cell: pin the ghost there, or lay it when it is already pinned. */
  press(cell: Cell): void {
    if (this.sending.busy) return;
    this.#clear();
    const { placing } = this;
    if (placing.tile === undefined) {
      const may = this.seating.seat !== undefined && placing.mayLay && placing.laid.length === 0;
      if (may) this.voice.explain(t('say.pickFirst'));
    } else if (placing.onGhost(cell)) this.confirm();
    else if (placing.pin(cell)) {
      this.#sayGhost();
      if (placing.face !== placing.grip.face) this.#sayFace();
    } else {
      if (placing.ghost) this.cancel();
      this.#miss(cell);
    }
  }

  /** Nothing can lie there: in a lesson it is said why. */
  #miss(cell: Cell): void {
    const { tile } = this.placing;
    if (tile !== undefined && this.guide) this.voice.say(this.guide.missed(cell, tile));
  }

  /** Only the face that was not chosen fits: it is on show, and said to be. */
  #sayFace(): void {
    this.voice.explain(t(this.placing.face ? 'say.onlyBack' : 'say.onlyFront'));
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
    this.arrivals.land();
    const { tile } = placing;
    if (this.seating.purist) return voice.explain(t('error.purist'));
    if (!placing.next(step))
      return voice.explain(tile === undefined ? t('say.pickFirst') : this.teller.nowhere(tile));
    this.#sayGhost();
  }

  move(dx: number, dy: number): void {
    this.tool = 'keys';
    this.arrivals.land();
    const { placing, camera } = this;
    placing.move(dx, dy, camera.cellAt(camera.centre));
    const [x, y] = placing.cell!;
    this.framing.reveal([x, y]);
    this.voice.say(this.teller.cell());
  }

  confirm(): void {
    const { placing, seating } = this;
    if (this.sending.busy) return;
    if (!placing.confirm()) {
      if (this.guide && placing.cell) return this.#miss(placing.cell);
      return this.voice.explain(this.teller.why());
    }
    click();
    this.sending.fault = '';
    this.voice.hint = '';
    thisBrowser.remember(LAID, true);
    this.novice = false;
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
    this.voice.say(t('say.cancelled'));
  }

  /** Send the turn. */
  async end(): Promise<void> {
    const against = this.sending.canEnd && this.guide?.against(this.placing.laid);
    if (against) {
      // Back to the hand with it, and once more.
      this.placing.reset();
      return this.voice.say(against);
    }
    if (this.sending.canEnd && !(await this.sending.end())) this.voice.say(this.sending.fault);
  }

  /** Nothing of what was shown before matters any more. */
  #clear(): void {
    this.sending.fault = '';
    this.voice.hint = '';
    this.lit = [];
    this.arrivals.land();
  }

  #sayChange(changed: boolean, otherwise: 'say.onlyWay' | 'say.otherFace'): void {
    const { ghost } = this.placing;
    if (ghost && !changed) return this.voice.explain(t(otherwise));
    this.voice.hint = '';
    if (ghost) this.#sayGhost();
    else this.voice.say(this.teller.held());
  }

  /** What the ghost is, touches and scores. */
  #sayGhost(): void {
    this.voice.say(this.teller.ghost());
  }
}

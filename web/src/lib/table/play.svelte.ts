/** One person at one table: whose hand is shown, what may be done now, and what is said about it. */
import { untrack } from 'svelte';
import { bounds, halves, middle, type Cell, type Lying } from '$lib/board/geometry';
import { View, type Point } from '$lib/board/view.svelte';
import { titleOf } from '$lib/end/title';
import { Refused } from '$lib/net/api';
import type { Table } from '$lib/net/table.svelte';
import type { Laid, SeatState, TileFaces, Turn } from '$lib/net/types';
import { Placing, type Snapshot } from '$lib/placing/placing.svelte';
import { settings } from '$lib/settings.svelte';
import { click } from '$lib/sound';
import { recall, remember } from '$lib/storage';
import { t } from '$lib/text/text.svelte';
import { sayPlacement, sayTurn } from './say';
import { statusLine } from './status';

const FLIGHT = 400;
const NOTICE = 6000;
/** So many pixels has a cell at least where a finger turns a tile. */
const NEAR = 46;
/** When options that should come by themselves have not, they are asked for. */
const OPTIONS_COME = 2000;

export class Play {
  readonly id: string;
  readonly view = new View();
  readonly placing: Placing;

  /** The last thing worth telling, for the live region. */
  said = $state('');
  /** A refusal, shown until something else is done. */
  fault = $state('');
  /** Something rare that has just happened and must not be missed, such as a pass. */
  notice = $state('');
  /** The turn is on its way: it arrives as it was sent, so nothing of it can be changed any more. */
  sending = $state(false);
  /** Tiles of others that are just flying in. */
  flying = $state.raw<readonly Lying[]>([]);
  /** What a line of the log, or the end, lights up on the board. */
  lit = $state.raw<readonly Laid[]>([]);
  /** What the player is using now: the ring of buttons is for mouse and finger, the cursor for keys. */
  tool = $state<'mouse' | 'finger' | 'keys'>('mouse');
  /** Where on the screen a tile is being dragged. */
  dragged = $state.raw<Point>();
  /** The seat whose player has taken the device in hand, at pass and play. */
  #holder = $state<number>();

  state = $derived.by(() => this.table.state);
  seats = $derived.by((): readonly SeatState[] => this.state?.seats ?? []);
  mine = $derived.by(() => this.seats.flatMap((seat, number) => (seat.mine ? [number] : [])));
  toMove = $derived.by(() =>
    this.state?.phase === 'playing' ? (this.state.to_move ?? undefined) : undefined,
  );
  resigned = $derived.by(() => this.mine.every((seat) => this.seats[seat]!.presence === 'resigned'));
  /** Somebody at this device is to move. */
  ourTurn = $derived.by(() => this.toMove !== undefined && this.mine.includes(this.toMove) && !this.resigned);
  shared = $derived.by(() => this.mine.length > 1);
  /** The device must change hands before a hand is shown. */
  curtain = $derived.by(() => this.shared && this.ourTurn && this.#holder !== this.toMove);
  myTurn = $derived.by(() => this.ourTurn && !this.curtain);
  /** The seat whose hand is in use, on turn or to try things out. */
  seat = $derived.by(() => {
    if (this.curtain || this.resigned) return undefined;
    return this.ourTurn ? this.toMove : this.mine.find((seat) => this.seats[seat]!.hand);
  });
  begun = $derived.by(() => this.state?.phase === 'playing' || this.state?.phase === 'finished');
  /** There is a hand to show. */
  handed = $derived.by(() => this.seat !== undefined && this.state?.phase === 'playing');
  tryout = $derived.by(() => this.seat !== undefined && !this.ourTurn && this.state?.phase === 'playing');
  /** A bot plays for somebody at this device, until they say that they are back. */
  heldByBot = $derived.by(() => this.mine.some((seat) => this.seats[seat]!.presence === 'held'));
  purist = $derived.by(() => this.table.card?.purist ?? false);
  helped = $derived.by(() => settings.helpers && !this.purist);
  /** Tiles on the board, without those still in the air. */
  settled = $derived.by(() =>
    this.flying.length ? this.table.laid.filter((place) => !this.flying.includes(place)) : this.table.laid,
  );
  #taken = $derived.by(() => new Set(this.table.laid.flatMap((place) => halves(place).map(String))));
  /** What others have laid since the player at this device last ended a turn; who watches sees the last turn. */
  news = $derived.by(() => {
    const turns = this.table.turns;
    const me = this.seat ?? this.mine[0];
    const since = me === undefined ? turns.length - 2 : turns.findLastIndex((turn) => turn.seat === me);
    const fresh = turns.slice(since + 1);
    return (fresh.length ? fresh : turns.slice(-1)).flatMap((turn) => turn.laid.map(({ place }) => place));
  });

  /** The version and seat that the placing now belongs to. */
  #turn = '';
  /** How many turns were told; −1 before the first view, whose turns are no news. */
  #heard = -1;
  /** The version at which our turn was last told. */
  #called = -1;
  #nearer = false;
  #landing: ReturnType<typeof setTimeout> | undefined;
  #noticed: ReturnType<typeof setTimeout> | undefined;

  constructor(
    readonly table: Table,
    readonly tiles: readonly TileFaces[],
  ) {
    this.id = table.id;
    this.placing = new Placing({
      hand: () => (this.seat === undefined ? [] : (this.seats[this.seat]?.hand ?? [])),
      most: () => (this.state?.in_setup ? 1 : 2),
      options: (after) => (this.seat === undefined ? [] : this.table.optionsFor(this.seat, after)),
      free: () => this.purist,
      taken: (cell) => this.#taken.has(String(cell)),
    });
  }

  /** Keep everything in step; runs inside a component, and ends with it. */
  follow(): void {
    $effect(() => this.#newVersion());
    $effect(() => this.#askForOptions());
    $effect(() => this.#takeUp());
    $effect(() => this.#news(this.table.turns));
    $effect(() => {
      if (this.seat === undefined || this.curtain || !this.state) return;
      remember(this.#key, this.placing.snapshot(this.state.version));
    });
  }

  get #key(): string {
    return `dalapapa.placing.${this.id}.${this.seat}`;
  }

  /** A new turn begins: put away what was tried, or bring back what a refresh interrupted. */
  #newVersion(): void {
    const { state, seat } = this;
    const turn = `${state?.version} ${seat}`;
    if (!state || this.#turn === turn) return;
    this.#turn = turn;
    this.fault = '';
    this.lit = [];
    this.placing.reset();
    untrack(() => this.#stepBack());
    if (seat !== undefined) this.placing.restore(recall<Snapshot>(this.#key), state.version);
  }

  /** Ask for what is not known. When a turn begins here the server sends the options by itself. */
  #askForOptions(): (() => void) | undefined {
    const { placing, seat } = this;
    if (seat === undefined || this.purist || this.table.status !== 'open' || !placing.mayLay) return;
    const { places } = placing;
    if (this.table.optionsFor(seat, places) !== undefined) return;
    const comes = this.ourTurn && places.length === 0;
    const timer = setTimeout(() => this.table.ask(seat, places), comes ? OPTIONS_COME : 0);
    return () => clearTimeout(timer);
  }

  /** The first tile that fits is taken up at once, so that the board shows where it can go. */
  #takeUp(): void {
    const { placing } = this;
    if (!this.myTurn || placing.tile !== undefined || placing.laid.length > 0) return;
    const tile = placing.hand.find((one) => placing.fits(one));
    if (tile !== undefined && placing.options.length) placing.pick(tile);
  }

  /** Tell of new turns and what they lead to, let others' tiles fly in, and show them when out of sight. */
  #news(turns: readonly Turn[]): void {
    const { state } = this;
    if (!state) return;
    const fresh = this.#heard < 0 ? [] : turns.slice(this.#heard);
    this.#heard = turns.length;
    const words = fresh.map((turn) => sayTurn(turn, this.seats));
    if (this.myTurn && this.#called !== state.version) {
      this.#called = state.version;
      words.push(untrack(() => statusLine(this)));
    }
    if (fresh.length && state.result) words.push(titleOf(state));
    if (words.length) this.say(words.join(' '));
    const passes = fresh.filter((turn) => turn.laid.length === 0);
    if (passes.length) {
      this.notice = passes.map((turn) => sayTurn(turn, this.seats)).join(' ');
      clearTimeout(this.#noticed);
      this.#noticed = setTimeout(() => (this.notice = ''), NOTICE);
    }
    const others = fresh.filter((turn) => turn.by !== 'player' || !this.mine.includes(turn.seat));
    const places = others.flatMap((turn) => turn.laid.map(({ place }) => place));
    if (places.length === 0) return;
    click();
    if (!settings.stillness) {
      this.flying = places;
      clearTimeout(this.#landing);
      this.#landing = setTimeout(() => this.land(), FLIGHT * places.length);
    }
    const hidden = places.find((place) => !this.view.sees(...middle(place), this.view.scale));
    if (hidden && !this.placing.pinned) this.#bringIntoSight(hidden);
  }

  /** Tiles in the air lie down at once. */
  land(): void {
    if (this.flying.length) this.flying = [];
  }

  #bringIntoSight(place: Lying): void {
    const glide = settings.stillness ? 0 : FLIGHT;
    if (this.view.touched) this.#reveal(...middle(place));
    else this.fit(glide);
  }

  #reveal(x: number, y: number): void {
    this.view.reveal(x, y, 1.3 * this.view.scale, settings.stillness ? 0 : 200);
  }

  fit(glide = settings.stillness ? 0 : 250): void {
    this.view.fit(bounds([...this.table.laid, ...this.placing.places]), glide);
  }

  showLast(): void {
    const place = this.news.at(-1);
    if (!place) return;
    this.view.show(...middle(place), settings.stillness ? 0 : 250);
    this.say(
      this.table.turns
        .slice(-1)
        .map((turn) => sayTurn(turn, this.seats))
        .join(''),
    );
  }

  /** Bring a place into view and light up what it scored. */
  light(laid: readonly Laid[], move = false): void {
    this.lit = laid;
    const place = laid[0]?.place;
    if (move && place) this.#reveal(...middle(place));
  }

  say(words: string): void {
    // The same words twice are not read twice, unless they differ by a space.
    this.said = words === this.said ? `${words} ` : words;
  }

  /** Take the device at pass and play. */
  take(): void {
    this.#holder = this.toMove;
  }

  pick(tile: number, face?: number): void {
    if (this.sending) return;
    if (!this.placing.mayLay && !this.placing.hand.includes(tile)) return;
    if (this.placing.pick(tile, face)) {
      if (this.purist || this.placing.fits(tile)) this.sayGhost(t('say.tile', { tile }));
      else this.say(t('say.fitsNowhere', { tile }));
    }
  }

  /** A click or tap on a cell: pin the ghost there, or lay it when it is already pinned. */
  press(cell: Cell): void {
    if (this.sending) return;
    this.fault = '';
    this.lit = [];
    const { placing } = this;
    if (placing.tile === undefined) {
      if (this.seat !== undefined && placing.mayLay) this.say(t('say.pickFirst'));
      return;
    }
    const onGhost =
      placing.pinned && halves(placing.ghost!.place).some((half) => String(half) === String(cell));
    if (onGhost) this.confirm();
    else if (placing.pin(cell)) this.sayGhost();
    else this.cancel();
  }

  /**
   * Room for a pinned ghost and the buttons around it. Where nobody has moved the view and the tile would be
   * smaller than a button, it is looked at from nearer until it is laid or dropped.
   */
  giveRoom(): void {
    if (!this.placing.ghost) return;
    const { view } = this;
    const at = middle(this.placing.ghost.place);
    const glide = settings.stillness ? 0 : 200;
    const near = NEAR * view.unit;
    this.#nearer ||= this.tool === 'finger' && !view.touched && view.scale < near;
    if (this.#nearer && view.scale < near) view.enlarge(...at, near, near + 56 * view.unit, glide);
    else view.reveal(...at, view.scale + 56 * view.unit, glide);
  }

  /** Step back after a nearer look, unless somebody has moved the view meanwhile. */
  #stepBack(): void {
    if (this.#nearer && !this.view.touched) this.fit();
    this.#nearer = false;
  }

  turn(step: 1 | -1): void {
    this.#said(this.placing.turn(step), 'say.onlyWay');
  }

  flip(): void {
    this.#said(this.placing.flip(), 'say.otherFace');
  }

  next(step: 1 | -1): void {
    this.tool = 'keys';
    if (this.placing.next(step)) {
      this.#reveal(...middle(this.placing.ghost!.place));
      this.sayGhost();
    } else this.say(t(this.placing.tile === undefined ? 'say.pickFirst' : 'say.noneHere'));
  }

  move(dx: number, dy: number): void {
    this.tool = 'keys';
    const { placing, view } = this;
    placing.move(dx, dy, view.cellAt(view.centre));
    const [x, y] = placing.cell!;
    this.#reveal(x + 0.5, y + 0.5);
    if (placing.ghost) this.sayGhost();
    else this.say(t(this.#taken.has(`${x},${y}`) ? 'say.cellTaken' : 'say.cellEmpty', { x, y }));
  }

  confirm(): void {
    if (this.sending || !this.placing.confirm()) return;
    this.#stepBack();
    click();
    this.fault = '';
    const { total, laid } = this.placing;
    const ways = this.placing.mayLay ? t('say.laidMore') : t('say.laidEnd');
    const points = this.state?.in_setup || total === null ? '' : `${t('say.points', { count: total })}. `;
    this.say(
      this.tryout ? t('turn.tryout') : `${t('say.laid', { tile: laid.at(-1)!.place.tile })} ${points}${ways}`,
    );
  }

  undo(): void {
    if (!this.sending && this.placing.undo()) this.say(t('say.undone', { tile: this.placing.tile! }));
  }

  cancel(): void {
    this.fault = '';
    this.lit = [];
    if (!this.placing.cancel()) return;
    this.#stepBack();
    this.say(t('say.cancelled'));
  }

  canEnd = $derived.by(
    () => this.myTurn && this.placing.laid.length > 0 && !this.placing.ghost && !this.sending,
  );

  /** Send the turn. Until the server has it, nothing is forgotten. */
  async end(): Promise<void> {
    if (!this.canEnd || this.seat === undefined) return;
    this.sending = true;
    this.fault = '';
    // A tile that was taken but not laid stays in the hand.
    this.placing.tile = undefined;
    try {
      await this.table.play(this.seat, this.placing.places);
    } catch (error) {
      this.fault = error instanceof Refused ? error.message : String(error);
      this.say(this.fault);
    } finally {
      this.sending = false;
    }
  }

  #said(changed: boolean, otherwise: 'say.onlyWay' | 'say.otherFace'): void {
    if (!this.placing.ghost) {
      const { face, rotation } = this.placing.grip;
      this.say(`${t(face ? 'say.back' : 'say.front')}, ${t(`say.turn.${rotation as 0 | 1 | 2 | 3}`)}`);
    } else if (changed) this.sayGhost();
    else this.say(t(otherwise));
  }

  sayGhost(otherwise = ''): void {
    const { ghost, laid } = this.placing;
    if (!ghost) return this.say(otherwise);
    this.say(sayPlacement(ghost, this.helped, laid.length > 0 ? this.placing.total : null));
  }
}

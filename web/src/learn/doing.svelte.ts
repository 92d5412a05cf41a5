/** Somebody at a task: what was tried, why it failed, and whether it is done. */
import type { Cell } from '@/board/geometry';
import type { Option, Place } from '@/gen/protocol';
import { total } from '@/placing/placing.svelte';
import { t } from '@/text/text.svelte';
import type { Misfit, Spot, Task } from './course';
import { textOf } from './teacher';

/** After so many tries a finger points. */
const HELP_AFTER = 2;

interface Failed {
  /** Why, in words. */
  words: string;
  /** What was tried, and where it shows. */
  places: readonly Place[];
  cell?: Cell;
  spots: readonly Spot[];
}

export class Doing {
  tries = $state(0);
  failed = $state.raw<Failed>();
  done = $state(false);
  /** The finger comes once, and stays. */
  pointed = $derived(this.tries >= HELP_AFTER);

  constructor(readonly task: Task) {}

  /** At par or better. */
  get well(): boolean {
    return this.tries < this.task.par + 1;
  }

  against(laid: readonly Option[]): string {
    const places = laid.map(({ place }) => place);
    const text = textOf(places);
    const { task } = this;
    if (task.solved.includes(text)) {
      this.failed = undefined;
      return '';
    }
    const spots = task.refused[text] ?? task.open[text] ?? [];
    return this.#fail({ words: this.#why(laid, text), places, spots });
  }

  missed(cell: Cell, tile: number): string {
    const misfit: Misfit = this.task.misfits[tile]?.[cell.join()] ?? 'no_disc';
    return this.#fail({ words: t(`say.why.${misfit}`), places: [], cell, spots: [] });
  }

  solved(): void {
    this.done = true;
    this.failed = undefined;
  }

  #fail(failed: Failed): string {
    this.failed = failed;
    this.tries++;
    return this.pointed ? `${failed.words} ${this.#finger()}` : failed.words;
  }

  /** Where the finger points, for those who do not see it. */
  #finger(): string {
    const [{ tile, face, rotation, x, y }] = this.task.solution as [Place];
    const turn = t(`say.turn.${rotation as 0 | 1 | 2 | 3}`);
    const place = t('say.place', { tile, face: t(face ? 'say.back' : 'say.front'), turn, x, y });
    return `${t('learn.finger')}: ${place}.`;
  }

  #why(laid: readonly Option[], text: string): string {
    const { goal, refused, unaided } = this.task;
    if (unaided) return t(refused[text] ? 'say.why.two_colours' : 'say.why.no_disc');
    const discs = Math.max(...laid.map(({ receipt }) => receipt?.discs.length ?? 0));
    switch (goal.kind) {
      case 'discs':
        return t('learn.wrong.discs', { count: discs, wanted: goal.count });
      case 'open':
        return t('learn.wrong.open');
      case 'points':
        return t('learn.wrong.points', { count: total(laid) ?? 0, wanted: goal.points });
    }
  }
}

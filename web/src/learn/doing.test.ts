import { beforeAll, expect, it } from 'vitest';
import { hear } from '@/net/heard';
import { Table } from '@/net/table.svelte';
import { loadLanguage, withTexts } from '@/text/text.svelte';
import { LESSONS, TASKS, TILES, type Task } from './course';
import { Doing } from './doing.svelte';
import { textOf, withTeacher } from './teacher';

beforeAll(async () => {
  await loadLanguage('en');
  await withTexts('learn', Promise.resolve());
});

const named = (name: string): Task => TASKS.find(({ task }) => task.name === name)!.task;

/** The placements of a turn with their receipts, as a table would have offered them. */
function laid(task: Task, text: string) {
  return text.split('+').map((one, number, all) => {
    const heard = hear(JSON.stringify(task.options[all.slice(0, number).join('+')]));
    return (heard.type === 'options' ? heard.options : []).find(({ place }) => textOf([place]) === one)!;
  });
}

it('has nine lessons with all that they ask for', () => {
  expect(LESSONS).toHaveLength(9);
  expect(TILES).toHaveLength(120);
  for (const { task } of TASKS) expect(task.solved).toContain(textOf(task.solution));
});

it('says what is missing, and points after two tries', () => {
  const doing = new Doing(named('three'));
  expect(doing.against(laid(doing.task, '54a0@0,1'))).toBe('That makes 2 discs. You need 3.');
  expect(doing.pointed).toBe(false);
  expect(doing.missed([9, 9], 54)).toContain('Look where the finger points: Tile 54, front');
  expect(doing.pointed).toBe(true);
  expect(doing.against(laid(doing.task, '54a0@0,-1'))).toBe('');
});

it('counts both tiles of a turn, less 4', () => {
  const doing = new Doing(named('order'));
  expect(doing.against(laid(doing.task, '9a1@1,1+5b3@0,1'))).toBe('That scores 13 points. You need 14.');
  expect(doing.against(laid(doing.task, '5b3@0,1+9a1@1,1'))).toBe('');
});

it('shows the half-discs that keep a group open', () => {
  const doing = new Doing(named('close'));
  doing.against(laid(doing.task, '89b0@1,-2'));
  expect(doing.failed?.spots).toHaveLength(2);
});

it('plays a turn at a table that needs no server', async () => {
  const task = named('nine');
  let done = false;
  const table = new Table(
    'lesson',
    withTeacher(task, 'Ana', () => (done = true)),
  );
  await Promise.resolve();
  expect(table.status).toBe('open');
  expect(table.laid).toHaveLength(3);
  expect(table.optionsFor(0, [])).toHaveLength(18);
  await table.play(0, task.solution);
  expect(done).toBe(true);
  expect(table.turns.at(-1)).toMatchObject({ seat: 0, points: 9 });
  expect(table.state?.seats[0]).toMatchObject({ hand: null, score: task.scores[0] + 9 });
});

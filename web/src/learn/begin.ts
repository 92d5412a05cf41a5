/** Somebody sits down to a task, in the course or beside the rulebook. */
import { Table } from '@/net/table.svelte';
import { t } from '@/text/text.svelte';
import { settings } from '@/ui/settings.svelte';
import type { Task } from './course';
import { Doing } from './doing.svelte';
import { progress } from './progress.svelte';
import { withTeacher } from './teacher';

export function begin(task: Task): { doing: Doing; table: Table } {
  const doing = new Doing(task);
  const done = () => {
    doing.solved();
    progress.take(task.name, doing.well);
  };
  const name = settings.name || t('name.player', { number: 1 });
  return { doing, table: new Table(`lesson-${task.name}`, withTeacher(task, name, done)) };
}

/** What was agreed on at a table, in a few words. */
import type { Card } from '@/gen/protocol';
import { language, t } from './text.svelte';

/** The target, and whatever is not as usual. */
export function terms(card: Pick<Card, 'target' | 'clock' | 'open_hands' | 'purist'>): string {
  const agreed = [t('card.target', { count: card.target })];
  if (card.clock) agreed.push(t('card.clock', { time: clockName(card.clock) }));
  if (card.open_hands) agreed.push(t('setup.open_hands'));
  if (card.purist) agreed.push(t('setup.purist'));
  return agreed.join(' · ');
}

/** A moment as a clock on the wall shows it; with its day when that was not today. */
export function clockTime(moment: number): string {
  const today = new Date(moment).toDateString() === new Date().toDateString();
  return new Intl.DateTimeFormat(language(), {
    timeStyle: 'short',
    ...(today ? {} : { dateStyle: 'short' }),
  }).format(moment);
}

/** A clock's time for a turn, in the unit in which people say it. */
export function clockName(seconds: number): string {
  if (seconds < 120) return t('clock.seconds', { count: seconds });
  return seconds < 86_400
    ? t('clock.minutes', { count: seconds / 60 })
    : t('clock.days', { count: seconds / 86_400 });
}

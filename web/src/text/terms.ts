/** What was agreed on at a table, in a few words. */
import { SMALL } from '@/gen/design';
import type { Card } from '@/gen/protocol';
import { language, t } from './text.svelte';

/** The target, and whatever is not as usual. */
export function terms(
  card: Pick<Card, 'target' | 'clock' | 'open_hands' | 'purist' | 'hints' | 'seats' | 'tile_set'>,
): string {
  const agreed = [t('card.target', { count: card.target })];
  if (card.clock) agreed.push(t('card.clock', { time: clockName(card.clock) }));
  if (card.open_hands) agreed.push(t('setup.open_hands'));
  if (card.purist) agreed.push(t('setup.purist'));
  // Against the computer that is as usual.
  if (card.hints && inCompany(card)) agreed.push(t('setup.hints'));
  if (card.tile_set !== 'classic') agreed.push(setName(card.tile_set));
  return agreed.join(' · ');
}

/** Whether somebody sits there, or may sit down, who is not at this device. */
const inCompany = ({ seats }: Pick<Card, 'seats'>): boolean =>
  seats.some(({ kind, mine }) => kind === 'open' || (kind === 'person' && !mine));

/** What a tile set is called: the smaller one in words, one's own by its name. */
export const setName = (name: string): string => (name === SMALL ? t('card.small') : name);

/** A moment as a clock on the wall shows it; with its day when that was not today. */
export function clockTime(moment: number): string {
  const today = new Date(moment).toDateString() === new Date().toDateString();
  // In London it is 18:05, in New York 6:05 PM.
  const where = navigator.languages.find((one) => one.split('-')[0] === language());
  return new Intl.DateTimeFormat(where ?? language(), {
    timeStyle: 'short',
    ...(today ? {} : { dateStyle: 'short' }),
  }).format(moment);
}

/** What is left of a turn: short enough for a chip on a phone, and exactly. */
export function timeLeft(seconds: number): { short: string; exact: string } {
  if (seconds < HOUR) {
    const short = `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
    return { short, exact: short };
  }
  const unit = seconds > 2 * DAY ? 'day' : 'hour';
  const count = unit === 'day' ? Math.round(seconds / DAY) : Math.ceil(seconds / HOUR);
  const short = new Intl.NumberFormat(language(), { style: 'unit', unit, unitDisplay: 'narrow' });
  const hours = Math.ceil(seconds / HOUR);
  return {
    short: short.format(count),
    exact: hours < 24 ? t('clock.hours_left', { count: hours }) : t('clock.short', daysOf(hours)),
  };
}

const HOUR = 3600;
const DAY = 24 * HOUR;
const daysOf = (hours: number) => ({ days: Math.floor(hours / 24), hours: hours % 24 });

/** A clock's time for a turn, in the unit in which people say it. */
export function clockName(seconds: number): string {
  if (seconds < 120) return t('clock.seconds', { count: seconds });
  return seconds < 86_400
    ? t('clock.minutes', { count: seconds / 60 })
    : t('clock.days', { count: seconds / 86_400 });
}

/** Text stands out from its ground in every theme as WCAG 2.2 AA asks (4.5 to 1; 3 to 1 for what is not text). */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseCss } from 'svelte/compiler';
import { describe, expect, it } from 'vitest';
import { PAINTS } from '@/gen/design';

const css = readFileSync(join(import.meta.dirname, 'style/tokens.css'), 'utf8');

/** What a theme sets, by the selector that is written for it. */
const block = (selector: string): Record<string, string> => {
  const rules = parseCss(css).children.filter((node) => node.type === 'Rule');
  const rule = rules.find(({ prelude }) => css.slice(prelude.start, prelude.end).trim() === selector)!;
  const set = rule.block.children.filter((node) => node.type === 'Declaration');
  return Object.fromEntries(set.map(({ property, value }) => [property, value]));
};
const themes = {
  light: block(':root'),
  wood: { ...block(':root'), ...block("[data-theme='wood']") },
  dark: { ...block(':root'), ...block("[data-theme='dark']") },
};

/** Red, green and blue as amounts of light. */
const linear = (colour: string): number[] =>
  [1, 3, 5].map((at) => {
    const part = parseInt(colour.slice(at, at + 2), 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });

function luminance(colour: string): number {
  const [r, g, b] = linear(colour);
  return 0.2126 * r! + 0.7152 * g! + 0.0722 * b!;
}

function contrast(a: string, b: string): number {
  const [dark, light] = [luminance(a), luminance(b)].sort((x, y) => x - y);
  return (light! + 0.05) / (dark! + 0.05);
}

/** How far apart two colours look: their distance in Oklab, in which black and white are 1 apart. */
function distance(a: string, b: string): number {
  const [one, two] = [oklab(a), oklab(b)];
  return Math.hypot(...one.map((part, at) => part - two[at]!));
}

/** The published matrices of Björn Ottosson's Oklab. */
function oklab(colour: string): number[] {
  const rgb = linear(colour);
  const sum =
    (...factors: number[]) =>
    (of: number[]) =>
      factors.reduce((total, factor, at) => total + factor * of[at]!, 0);
  const cones = [
    sum(0.4122214708, 0.5363325363, 0.0514459929),
    sum(0.2119034982, 0.6806995451, 0.1073969566),
    sum(0.0883024619, 0.2817188376, 0.6299787005),
  ].map((part) => Math.cbrt(part(rgb)));
  return [
    sum(0.2104542553, 0.793617785, -0.0040720468),
    sum(1.9779984951, -2.428592205, 0.4505937099),
    sum(0.0259040371, 0.7827717662, -0.808675766),
  ].map((part) => part(cones));
}

const TEXT = ['--ink', '--ink-soft', '--accent', '--good', '--bad'];
const SEATS = ['--seat-0', '--seat-1', '--seat-2', '--seat-3'];

describe.each(Object.entries(themes))('the theme %s', (_, theme) => {
  it.each(
    TEXT.flatMap((text) => ['--page', '--panel', '--panel-soft'].map((ground) => [text, ground] as const)),
  )('can be read: %s on %s', (text, ground) => {
    expect(contrast(theme[text]!, theme[ground]!)).toBeGreaterThanOrEqual(4.5);
  });

  it.each(SEATS)('can be read: %s and what is written on it', (seat) => {
    expect(contrast(theme[seat]!, theme['--panel']!)).toBeGreaterThanOrEqual(4.5);
  });

  it('has players in colours unlike the discs, and unlike each other', () => {
    const discs = Object.values(PAINTS).map((paint) => paint.body);
    const seats = SEATS.map((seat) => theme[seat]!);
    for (const [number, seat] of seats.entries())
      for (const other of [...discs, ...seats.slice(number + 1)])
        expect(distance(seat, other), `${seat} and ${other}`).toBeGreaterThanOrEqual(0.12);
  });

  it('can be read: the main button', () => {
    expect(contrast(theme['--accent-ink']!, theme['--accent']!)).toBeGreaterThanOrEqual(4.5);
  });

  it.each(['--page', '--panel', '--panel-soft'])('shows the focus on %s', (ground) => {
    expect(contrast(theme['--focus']!, theme[ground]!)).toBeGreaterThanOrEqual(3);
  });
});

it('measures what is known: black on white is 21 to 1', () => {
  expect(contrast('#000000', '#ffffff')).toBeCloseTo(21, 5);
});

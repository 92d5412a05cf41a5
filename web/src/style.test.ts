/** Text stands out from its ground in every theme as WCAG 2.2 AA asks (4.5 to 1; 3 to 1 for what is not text). */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseCss } from 'svelte/compiler';
import { describe, expect, it } from 'vitest';

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

function luminance(colour: string): number {
  const [r, g, b] = [1, 3, 5].map((at) => {
    const part = parseInt(colour.slice(at, at + 2), 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * r! + 0.7152 * g! + 0.0722 * b!;
}

function contrast(a: string, b: string): number {
  const [dark, light] = [luminance(a), luminance(b)].sort((x, y) => x - y);
  return (light! + 0.05) / (dark! + 0.05);
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

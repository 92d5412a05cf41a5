/**
 * The four colours of the discs stay apart for eyes that mix up hues. Each deficiency is simulated at full
 * strength with the matrices of Machado, Oliveira and Fernandes (2009), on linear light; distances are
 * CIE76 in CIELAB under D65. Signs come on top, so that colours are never alone.
 */
import { describe, expect, it } from 'vitest';
import { COLOURS, PAINTS } from './paint';

type Triple = [number, number, number];
type Matrix = [Triple, Triple, Triple];

const EYES: Record<string, Matrix> = {
  'common sight': [
    [1, 0, 0],
    [0, 1, 0],
    [0, 0, 1],
  ],
  protanopia: [
    [0.152286, 1.052583, -0.204868],
    [0.114503, 0.786281, 0.099216],
    [-0.003882, -0.048116, 1.051998],
  ],
  deuteranopia: [
    [0.367322, 0.860646, -0.227968],
    [0.280085, 0.672501, 0.047413],
    [-0.01182, 0.04294, 0.968881],
  ],
  tritanopia: [
    [1.255528, -0.076749, -0.178779],
    [-0.078411, 0.930809, 0.147602],
    [0.004733, 0.691367, 0.3039],
  ],
};
const TO_XYZ: Matrix = [
  [0.4124564, 0.3575761, 0.1804375],
  [0.2126729, 0.7151522, 0.072175],
  [0.0193339, 0.119192, 0.9503041],
];
const WHITE: Triple = [0.95047, 1, 1.08883];
/** About ten times what a trained eye can just tell apart. */
const APART = 25;

const times = (matrix: Matrix, [a, b, c]: Triple): Triple =>
  matrix.map((row) => row[0] * a + row[1] * b + row[2] * c) as Triple;

function seen(paint: string, eyes: Matrix): Triple {
  const linear = [1, 3, 5].map((at) => {
    const part = parseInt(paint.slice(at, at + 2), 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  }) as Triple;
  const light = times(eyes, linear).map((part) => Math.min(1, Math.max(0, part))) as Triple;
  const [x, y, z] = times(TO_XYZ, light).map((part, axis) => {
    const share = part / WHITE[axis]!;
    return share > 0.008856 ? Math.cbrt(share) : 7.787 * share + 16 / 116;
  }) as Triple;
  return [116 * y - 16, 500 * (x - y), 200 * (y - z)];
}

const distance = (a: string, b: string, eyes: Matrix): number => {
  const [one, other] = [seen(a, eyes), seen(b, eyes)];
  return Math.hypot(...one.map((part, axis) => part - other[axis]!));
};

describe.each(Object.entries(EYES))('with %s', (_, eyes) => {
  it.each(COLOURS.flatMap((one, i) => COLOURS.slice(i + 1).map((other) => [one, other] as const)))(
    '%s and %s differ',
    (one, other) => {
      expect(distance(PAINTS[one].body, PAINTS[other].body, eyes)).toBeGreaterThan(APART);
    },
  );

  it.each(COLOURS)('the sign stands out on %s', (colour) => {
    expect(distance(PAINTS[colour].sign, PAINTS[colour].body, eyes)).toBeGreaterThan(APART);
  });
});

it('measures what is known: black and white are 100 apart, a colour is at no distance from itself', () => {
  const eyes = EYES['common sight']!;
  expect(distance('#000000', '#ffffff', eyes)).toBeCloseTo(100, 1);
  expect(distance('#c8321f', '#c8321f', eyes)).toBe(0);
});

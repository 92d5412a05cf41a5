import { expect, it } from 'vitest';
import { initial } from './names';

it('shows the first letter of a name, or its whole first picture', () => {
  expect(['ana', 'Émile', '👩‍👧 Bo', '🇫🇷', ''].map(initial)).toEqual(['A', 'É', '👩‍👧', '🇫🇷', '']);
});

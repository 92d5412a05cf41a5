import { expect, it, vi } from 'vitest';

const spoken = { language: 'en' };
vi.mock('@/text/text.svelte', () => ({ language: () => spoken.language }));
const { percent, signed } = await import('./figures');

it('writes figures as they are written there', () => {
  expect([8.64, -1.25, -0.04, 0].map(signed)).toEqual(['+8.6', '−1.2', '+0', '+0']);
  expect(percent(0.957)).toBe('96%');
  spoken.language = 'fr';
  expect(signed(-8.64)).toBe('−8,6');
  expect(percent(0.957)).toMatch(/^96[\u00a0\u202f]%$/);
});

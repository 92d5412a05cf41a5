import { describe, expect, it } from 'vitest';
import type { Options } from '@/gen/protocol';
import { hear } from './heard';
import example from './options.example.json';

// What the service said, and what it meant: tests/web/test_options_example.py checks that against the rules.
const message = example.message as Options;

describe('options', () => {
  it('are read as the placements and receipts that they mean', () => {
    const heard = hear(JSON.stringify(message));
    expect(heard).toEqual({
      type: 'options',
      id: null,
      seat: 0,
      version: message.version,
      after: [],
      options: example.options,
    });
  });

  it('have no receipts in set-up', () => {
    const heard = hear(JSON.stringify({ ...message, receipts: null }));
    const places = example.options.map(({ place }) => ({ place, receipt: null }));
    expect(heard).toMatchObject({ options: places });
  });

  it('may be none', () => {
    const none = { tiles: [], flat: 0, x: [], y: [], fits: [], receipts: null };
    expect(hear(JSON.stringify({ ...message, ...none }))).toMatchObject({ options: [] });
  });
});

describe('any other message', () => {
  it('stays as it is', () => {
    expect(hear('{"type":"pong"}')).toEqual({ type: 'pong' });
  });
});

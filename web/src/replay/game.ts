/** Where a finished game comes from: a table, of a server or on this device, or a record that somebody has. */
import type { Looked, Otherwise, Place, Replay } from '@/gen/protocol';
import { along } from '@/net/along.svelte';
import { api } from '@/net/api';
import { isHere } from '@/net/local';
import { Refused } from '@/net/refused';
import { site } from '@/ui/site';

export interface Source {
  replay(): Promise<Replay>;
  analysis(): Promise<Looked>;
  otherwise(turn: number, placements: readonly Place[]): Promise<Otherwise>;
}

export const ofTable = (id: string, key: string): Source => ({
  // The worker knows a table of this device by its bare id, and no link leads others there.
  replay: async () => ({
    ...(await api.replay(id, key)),
    ...(isHere(id) ? { table: id, key: null } : {}),
  }),
  analysis: () => api.analysis(id, key),
  otherwise: (turn, placements) => api.otherwise(id, key, turn, placements),
});

/** A record is shown to the server, or where there is none to the worker of this device. */
export function ofRecord(record: unknown): Source {
  let here = site !== undefined;
  return {
    async replay() {
      try {
        return await api.replayFile(record, here);
      } catch (error) {
        if (here || !(error instanceof Refused) || error.code !== 'offline') throw error;
        await along.look();
        if (!along.playable) throw error;
        here = true;
        return api.replayFile(record, here);
      }
    },
    analysis: () => api.analysisOfFile(record, here),
    otherwise: (turn, placements) => api.otherwiseInFile(record, here, turn, placements),
  };
}

/** The first record of a file: one JSON object, or one a line. */
export function recordIn(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return JSON.parse(text.split('\n').find((line) => line.trim()) ?? '');
  }
}

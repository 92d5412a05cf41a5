/** What can be taken along, as the build has packed it (scripts/pack.js); nothing where it was not packed. */
import { base } from '@/ui/site';

interface Pack {
  /** The folder below /along/, a new one for new content. */
  folder: string;
  /** The files and their sizes. */
  files: Record<string, number>;
  /** How many bytes travel. */
  bytes: number;
}

declare const __PACK__: Pack | null;

export const pack = typeof __PACK__ === 'undefined' ? null : __PACK__;
export const addressOf = (file: string): string => `${base}along/${pack!.folder}/${file}`;

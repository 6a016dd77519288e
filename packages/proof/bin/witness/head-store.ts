/** The newest head that a witness cosigned of each log. It is on the disk before anyone gets the cosignature. */
import { mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseLogCheckpointText } from '../../src/order-log/log-checkpoint.ts';
import type { TreeHead } from '../../src/order-log/verify-proof.ts';
import { splitNote } from '../../src/signed-note.ts';
import { writeDurably } from '../shell/write-durably.ts';

export type HeadStore = {
  /** Null before the first. @throws if the file is damaged: a witness that forgot must not begin anew. */
  readonly read: (logId: string) => Promise<KeptHead | null>;
  readonly write: (logId: string, note: string) => Promise<void>;
  /** Two notes that cannot both be true. Kept once for each name. */
  readonly keepEvidence: (name: string, notes: readonly string[]) => Promise<string>;
};

/** `note`: the cosigned checkpoint. */
export type KeptHead = TreeHead & { readonly note: string };

export async function openHeadStore(folder: string): Promise<HeadStore> {
  const evidence = join(folder, 'evidence');
  await mkdir(evidence, { recursive: true, mode: 0o700 });
  const pathOf = (logId: string): string => join(folder, `head-${logId}.txt`);
  return {
    read: async (logId) => {
      const note = await readFile(pathOf(logId), 'utf8').catch((error: unknown) => {
        if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null;
        throw error;
      });
      if (note === null) return null;
      const split = splitNote(note);
      const head = split.ok ? parseLogCheckpointText(split.value.text) : split;
      if (!head.ok) throw new Error(`${pathOf(logId)} is damaged. Put its last copy back.`);
      return { ...head.value, note };
    },
    write: async (logId, note) => await writeDurably(pathOf(logId), note),
    keepEvidence: async (name, notes) => {
      const path = join(evidence, `${name}.txt`);
      await writeDurably(path, notes.join('\n'));
      return path;
    },
  };
}

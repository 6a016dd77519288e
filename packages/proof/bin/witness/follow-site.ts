/**
 * Witnesses a site that does not list this witness: it reads the head that everyone is shown, makes the proof from the
 * public tiles itself, and keeps the cosigned head. A later head that does not continue it is told in words.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { LogIncomplete } from '../site/log-reader.ts';
import type { LogReader } from '../site/log-reader.ts';
import { REFUSALS } from '../../src/order-log/add-checkpoint.ts';
import type { KeptHead } from './head-store.ts';
import type { Witness } from './witness.ts';
import type { WatchedLog } from './watched-log.ts';

/** Another machine of a site may show a head that is a moment older. */
const SECOND_LOOK_MS = 3_000;

export type Followed =
  | { readonly kind: 'cosigned'; readonly head: KeptHead }
  /** It says nothing against the site: the others could not be asked, or are further. */
  | { readonly kind: 'waits'; readonly words: string }
  /** The site must explain this. `notes`: what it signed before, and what it shows now. */
  | {
      readonly kind: 'fraud';
      readonly words: string;
      readonly notes: readonly string[];
      readonly evidence?: string | undefined;
    };

export type FollowDeps = {
  readonly witness: Pick<Witness, 'addCheckpoint' | 'newestOf'>;
  readonly log: WatchedLog;
  readonly reader: LogReader;
  readonly wait?: (ms: number) => Promise<unknown>;
};

/** @throws SiteUnreachable */
export async function followSite({ witness, log, reader, wait = sleep }: FollowDeps): Promise<Followed> {
  let served = await reader.readCheckpoint(log.keys);
  const kept = await witness.newestOf(log.id);
  if (served.ok && kept !== null && served.head.size < kept.size) {
    await wait(SECOND_LOOK_MS);
    served = await reader.readCheckpoint(log.keys);
  }
  if (!served.ok) return fraud(WORDS[served.problem], kept, '');
  if (kept !== null && served.head.size < kept.size) return fraud(WORDS.LOG_SHRANK, kept, served.note);
  const old = kept?.size ?? 0;
  try {
    const proof = await reader.proveConsistency(old, served.head.size);
    const answer = await witness.addCheckpoint({ old, proof, note: served.note });
    if (answer.ok) return { kind: 'cosigned', head: answer.head };
    const { words } = REFUSALS[answer.refusal];
    if (answer.refusal === 'OTHERS_UNREAD' || answer.refusal === 'BEHIND_OTHERS') return { kind: 'waits', words };
    return { ...fraud(words, kept, served.note), evidence: answer.evidence };
  } catch (error) {
    if (error instanceof LogIncomplete) return fraud(`${WORDS.LOG_INCOMPLETE} (${error.message})`, kept, served.note);
    throw error;
  }
}

const WORDS = {
  LOG_MISSING: 'NO LOG: the site serves no order log.',
  NOTE_MALFORMED: 'NO SIGNED HEAD: what the site serves is not a checkpoint of its order log.',
  LOG_CHECKPOINT_MALFORMED: 'NO SIGNED HEAD: what the site serves is not a checkpoint of its order log.',
  KEY_UNKNOWN: 'ANOTHER KEY: the head of the log is signed by a key that you did not name.',
  SIGNATURE_WRONG: 'WRONG SIGNATURE: the head of the log is not signed by the key that it names.',
  LOG_INCOMPLETE: 'LOG INCOMPLETE: the site does not serve what its signed head says is there.',
  LOG_SHRANK: 'LOG SHRANK: the log has fewer entries than the site signed before.',
} as const;

function fraud(words: string, kept: KeptHead | null, note: string): Extract<Followed, { kind: 'fraud' }> {
  return { kind: 'fraud', words, notes: [kept?.note ?? '', note] };
}

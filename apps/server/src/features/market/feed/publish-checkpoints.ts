/**
 * Once a minute the leader signs the head of each chain. A signature cannot be taken back: the database refuses a
 * checkpoint that does not continue the last one. A refusal is logged as an error, because it means that the history
 * changed.
 */
import { NO_CHECKPOINT_HASH, checkpointText } from '@candor/proof/checkpoint';
import type { CheckpointKind } from '@candor/proof/checkpoint';
import type { Db } from '../../../platform/db/pool.ts';
import { sqlState } from '../../../platform/db/transaction.ts';
import type { Log } from '../../../platform/log/log.ts';
import type { Signer } from '../../../services/proof/signer.ts';
import { CHECKPOINT_REFUSED_SQLSTATE, insertCheckpoints, selectDueHeads } from './checkpoint-store.ts';
import type { ChainHead, CheckpointEntry } from './checkpoint-store.ts';
import { FENCED_SQLSTATE } from './feed-store.ts';

export interface CheckpointDeps {
  readonly db: Db;
  readonly log: Log;
  readonly signer: Pick<Signer, 'sign'>;
  readonly onCheckpointRefused: () => void;
}

export interface Checkpoints {
  /**
   * Call this after each publish; the first call of a minute writes that minute's checkpoints. A failure other than a
   * refusal is tried again at the next call of the same minute.
   * @throws FENCED_SQLSTATE
   */
  look(at: number): Promise<void>;
}

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

export function createCheckpoints(deps: CheckpointDeps, epoch: bigint): Checkpoints {
  let done: number | undefined;
  return {
    look: async (at) => {
      const slot = at - (at % MINUTE_MS);
      if (slot === done) return;
      try {
        const heads = await selectDueHeads(deps.db, slot);
        await publish(
          deps,
          epoch,
          await Promise.all(heads.map(async (head) => await entryOf(deps.signer, head, slot))),
        );
        done = slot;
      } catch (error) {
        if (sqlState(error) === FENCED_SQLSTATE) throw error;
        deps.log.error({ err: error, slot }, 'checkpoints could not be written');
      }
    },
  };
}

/** A refused product does not stop the signing of other products. */
async function publish(deps: CheckpointDeps, epoch: bigint, entries: readonly CheckpointEntry[]): Promise<void> {
  if (entries.length === 0) return;
  try {
    await insertCheckpoints(deps.db, epoch, entries);
  } catch (error) {
    if (sqlState(error) !== CHECKPOINT_REFUSED_SQLSTATE) throw error;
    if (entries.length > 1) {
      for (const entry of entries) await publish(deps, epoch, [entry]);
      return;
    }
    deps.log.error({ err: error, entry: entries[0] }, 'the database refused a checkpoint');
    deps.onCheckpointRefused();
  }
}

async function entryOf(signer: Pick<Signer, 'sign'>, head: ChainHead, slot: number): Promise<CheckpointEntry> {
  const kind: CheckpointKind = slot % HOUR_MS === 0 ? 'hour' : 'minute';
  const previous = head.previous ?? NO_CHECKPOINT_HASH;
  const { product, seq, at, hash } = head;
  return {
    product,
    kind,
    slot: new Date(slot).toISOString(),
    seq: seq.toString(),
    at: new Date(at).toISOString(),
    hash,
    previous,
    note: await signer.sign(checkpointText({ product, kind, slot, seq, at, hash, previous })),
  };
}

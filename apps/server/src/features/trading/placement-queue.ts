import { CommitUnknown, isConstraintError } from '../../platform/db/transaction.ts';
import type { Pool } from '../../platform/db/pool.ts';
import type { Log } from '../../platform/log/log.ts';
import { placeOrders } from './place-orders.ts';
import type { PlaceAnswer, PlaceCommand } from './place-orders.ts';

/**
 * Group commit: commands that arrive close together share one transaction, and so one flush to disk. Members' answers
 * do not depend on who else was in the batch: each command is decided by itself, and a batch the database refuses is
 * run again command by command.
 */
export interface PlacementQueue {
  /** Rejects with CommitUnknown when it cannot be known whether the command was carried out. */
  submit: (command: PlaceCommand) => Promise<PlaceAnswer>;
  /** Answers what was taken, then takes no more. */
  close: () => Promise<void>;
  /** How many commands wait; for metrics. */
  depth: () => number;
}

const BATCH_MAX = 256;
const GATHER_MS = 2;

interface Waiting {
  command: PlaceCommand;
  resolve: (answer: PlaceAnswer) => void;
  reject: (error: Error) => void;
}

export const createPlacementQueue = (
  pool: Pool,
  mode: 'practice' | 'live',
  log: Log,
  onCommitted: () => void,
): PlacementQueue => {
  const waiting: Waiting[] = [];
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<void> | undefined;
  let closed = false;

  const run = async (): Promise<void> => {
    while (waiting.length > 0) {
      const batch = waiting.splice(0, BATCH_MAX);
      await runBatch(batch);
      onCommitted();
    }
  };

  const start = (): void => {
    clearTimeout(timer);
    timer = undefined;
    running ??= run().finally(() => {
      running = undefined;
      if (waiting.length > 0) start();
    });
  };

  const runBatch = async (batch: readonly Waiting[]): Promise<void> => {
    try {
      const answers = await placeOrders(
        pool,
        mode,
        batch.map((entry) => entry.command),
      );
      for (const [index, entry] of batch.entries()) {
        const answer = answers[index];
        if (answer === undefined) entry.reject(new CommitUnknown('a command was not answered'));
        else entry.resolve(answer);
      }
    } catch (error) {
      await recover(batch, error);
    }
  };

  /** One bad command never fails its neighbours. */
  const recover = async (batch: readonly Waiting[], error: unknown): Promise<void> => {
    if (isConstraintError(error) && batch.length > 1) {
      log.warn({ err: error, size: batch.length }, 'a batch of orders was refused, running it one by one');
      for (const entry of batch) await runBatch([entry]);
      return;
    }
    log.error({ err: error, size: batch.length }, 'a batch of orders has no known outcome');
    const unknown =
      error instanceof CommitUnknown ? error : new CommitUnknown('the batch was interrupted', { cause: error });
    for (const entry of batch) entry.reject(unknown);
  };

  return {
    submit: async (command) => {
      if (closed) throw new CommitUnknown('the server is stopping');
      return await new Promise<PlaceAnswer>((resolve, reject) => {
        waiting.push({ command, resolve, reject });
        if (running !== undefined) return;
        if (waiting.length >= BATCH_MAX) start();
        else timer ??= setTimeout(start, GATHER_MS);
      });
    },
    close: async () => {
      closed = true;
      start();
      await running;
    },
    depth: () => waiting.length,
  };
};

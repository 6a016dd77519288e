import { CommitUnknown, sqlState } from '../../platform/db/transaction.ts';
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
/**
 * While the database writes one full batch, the next is decided. The members' locks keep two batches apart; a batch that
 * is not full waits for the running one, so that few commands still share one flush.
 */
const RUNNING_MAX = 2;

interface Waiting {
  command: PlaceCommand;
  resolve: (answer: PlaceAnswer) => void;
  reject: (error: Error) => void;
}

export function createPlacementQueue(
  pool: Pool,
  mode: 'practice' | 'live',
  log: Log,
  onCommitted: () => void,
): PlacementQueue {
  const waiting: Waiting[] = [];
  let timer: NodeJS.Timeout | undefined;
  const running = new Set<Promise<void>>();
  let closed = false;

  const run = async (): Promise<void> => {
    do {
      await runBatch(waiting.splice(0, BATCH_MAX));
      onCommitted();
    } while (waiting.length >= BATCH_MAX || (waiting.length > 0 && running.size === 1));
  };

  const start = (): void => {
    clearTimeout(timer);
    timer = undefined;
    if (waiting.length === 0) return;
    const runner = run().finally(() => {
      running.delete(runner);
      if (running.size === 0) start();
    });
    running.add(runner);
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
    if (sqlState(error).startsWith('23') && batch.length > 1) {
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
        if (waiting.length >= BATCH_MAX && running.size < RUNNING_MAX) start();
        else if (running.size === 0) timer ??= setTimeout(start, GATHER_MS);
      });
    },
    close: async () => {
      closed = true;
      if (running.size < RUNNING_MAX) start();
      while (running.size > 0) await Promise.all(running);
    },
    depth: () => waiting.length,
  };
}

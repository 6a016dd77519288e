import type { Pool } from '../../platform/db/pool.ts';
import { runApart } from '../../platform/db/run-apart.ts';
import type { Apart } from '../../platform/db/run-apart.ts';
import { CommitUnknown } from '../../platform/db/transaction.ts';
import type { Log } from '../../platform/log/log.ts';
import { placeUnheldOrders } from './place-orders.ts';
import type { PlaceAnswer, PlaceCommand } from './place-orders.ts';

/**
 * Group commit: commands that arrive close together share one transaction, and so one flush to disk. A member's answer
 * does not depend on the rest of the batch. Each command is decided on its own. A command that throws is found and
 * refused alone. A member whose row another transaction holds waits alone.
 */
export interface PlacementQueue {
  /**
   * Answers ORDER_FAILED_RETRY only when it is certain that nothing was taken: the queue is full or closed, the
   * member's row was held for too long, or the database failed before COMMIT. Rejects with CommitUnknown only when
   * COMMIT had no answer.
   */
  submit: (command: PlaceCommand) => Promise<PlaceAnswer>;
  /** Takes no new commands, and waits until those already taken are answered. */
  close: () => Promise<void>;
  /** How many commands are not answered yet; for metrics. */
  depth: () => number;
}

export interface PlacementLimits {
  /** Commands not answered yet, of all members and of one member. More than that are refused at once. */
  readonly commandsMax: number;
  readonly commandsPerMemberMax: number;
  /** How long a command waits for a member's row that another transaction holds. */
  readonly heldMsMax: number;
}

const LIMITS: PlacementLimits = { commandsMax: 4_096, commandsPerMemberMax: 20, heldMsMax: 2_000 };
const BATCH_MAX = 512;
const GATHER_MS = 2;
const HELD_RETRY_MS = 20;
/** Limits the time spent on finding commands that throw. After so many, the rest of the batch is refused. */
const CULPRITS_MAX = 16;
/**
 * While the database writes one full batch, the next one is decided. The members' locks keep two batches apart. A batch
 * that is not full waits for the running one, so that few commands still share one flush.
 */
const RUNNING_MAX = 2;

const NOTHING_TAKEN: PlaceAnswer = { ok: false, error: 'ORDER_FAILED_RETRY' };

interface Waiting {
  command: PlaceCommand;
  /** When it was submitted, on this machine's monotonic clock. */
  sinceMs: number;
  resolve: (answer: PlaceAnswer) => void;
  reject: (error: Error) => void;
}

export function createPlacementQueue(
  pool: Pool,
  mode: 'practice' | 'live',
  log: Log,
  onCommitted: () => void,
  limits: PlacementLimits = LIMITS,
): PlacementQueue {
  const waiting: Waiting[] = [];
  /** Commands whose member is held, until their next try. */
  const held = new Set<Waiting>();
  const unanswered = new Map<bigint, number>();
  let depth = 0;
  let timer: NodeJS.Timeout | undefined;
  const running = new Set<Promise<void>>();
  let closed = false;
  let onEmpty: (() => void) | undefined;

  const start = (): void => {
    clearTimeout(timer);
    timer = undefined;
    if (waiting.length === 0) return;
    // The next batch goes to the database before the answers of this one are written: they take this thread as long.
    const runner = runBatch(waiting.splice(0, BATCH_MAX)).then((answer) => {
      running.delete(runner);
      if (running.size === 0 || waiting.length >= BATCH_MAX) start();
      answer();
      onCommitted();
    });
    running.add(runner);
  };

  const enqueue = (entry: Waiting): void => {
    waiting.push(entry);
    if (waiting.length >= BATCH_MAX && running.size < RUNNING_MAX) start();
    else if (running.size === 0) timer ??= setTimeout(start, GATHER_MS);
  };

  /** @returns what gives each command its answer */
  const runBatch = async (batch: readonly Waiting[]): Promise<() => void> => {
    const ran = await runApart(
      batch,
      CULPRITS_MAX,
      async (part) =>
        await placeUnheldOrders(
          pool,
          mode,
          part.map((entry) => entry.command),
        ),
    );
    return () => answerAll(ran);
  };

  const answerAll = ({ done, failed, stopped, untried }: Apart<Waiting, (PlaceAnswer | 'MEMBER_HELD')[]>): void => {
    for (const { items, result } of done)
      for (const [index, entry] of items.entries()) {
        const answer = result[index];
        if (answer === undefined) entry.reject(new CommitUnknown('a command was not answered'));
        else if (answer === 'MEMBER_HELD') hold(entry);
        else entry.resolve(answer);
      }
    for (const { item, error } of failed) {
      log.error(
        { err: error, member: item.command.memberId.toString() },
        'an order command threw an error and was refused',
      );
      item.resolve(NOTHING_TAKEN);
    }
    if (stopped !== null) giveUp(stopped.items, stopped.error);
    for (const entry of untried) entry.resolve(NOTHING_TAKEN);
  };

  /** A COMMIT without an answer may have taken effect. Any earlier error means that nothing was written. */
  const giveUp = (entries: readonly Waiting[], error: unknown): void => {
    const isUnknown = error instanceof CommitUnknown;
    log.error(
      { err: error, size: entries.length },
      isUnknown ? 'a batch of orders has no known outcome' : 'a batch of orders failed; no money was taken',
    );
    for (const entry of entries) {
      if (isUnknown) entry.reject(error);
      else entry.resolve(NOTHING_TAKEN);
    }
  };

  /** A waiting command holds no connection and delays no other command. */
  const hold = (entry: Waiting): void => {
    if (performance.now() - entry.sinceMs >= limits.heldMsMax) {
      log.warn(
        { member: entry.command.memberId.toString() },
        'an order was refused: its member was locked for too long',
      );
      entry.resolve(NOTHING_TAKEN);
      return;
    }
    held.add(entry);
    setTimeout(() => {
      held.delete(entry);
      enqueue(entry);
    }, HELD_RETRY_MS);
  };

  const onAnswered = (memberId: bigint): void => {
    depth -= 1;
    const left = (unanswered.get(memberId) ?? 1) - 1;
    if (left === 0) unanswered.delete(memberId);
    else unanswered.set(memberId, left);
    if (depth === 0) onEmpty?.();
  };

  return {
    submit: async (command) => {
      const ofMember = unanswered.get(command.memberId) ?? 0;
      if (closed || depth >= limits.commandsMax || ofMember >= limits.commandsPerMemberMax) return NOTHING_TAKEN;
      depth += 1;
      unanswered.set(command.memberId, ofMember + 1);
      return await new Promise<PlaceAnswer>((resolve, reject) => {
        enqueue({ command, sinceMs: performance.now(), resolve, reject });
      }).finally(() => onAnswered(command.memberId));
    },
    close: async () => {
      closed = true;
      if (depth > 0) {
        await new Promise<void>((resolve) => (onEmpty = resolve));
      }
      await Promise.all(running);
    },
    depth: () => depth,
  };
}

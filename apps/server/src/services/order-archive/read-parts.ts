/**
 * Reads the files of closed months: only those that are exactly what was recorded, each once however many ask, a few at a time, and kept for
 * a while. A file of a month is the same for ever.
 */
import { createHash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { err, ok } from '@candor/domain/result';
import type { Result } from '@candor/domain/result';
import type { Log } from '../../platform/log/log.ts';
import { Refused } from '../../platform/http/http-app.ts';
import { orderFileName, readOrderFile } from './order-files.ts';
import type { OrderFileDeps, OrderPart } from './order-files.ts';

/** A part with the hash of its lines, as the database recorded it. */
export interface RecordedPart extends OrderPart {
  readonly sha256: string;
}

export interface ArchiveProblem {
  readonly file: string;
  /** FILE_DIFFERS: it opens, and holds other lines than were recorded. */
  readonly problem: 'FILE_MISSING' | 'FILE_DAMAGED' | 'FILE_DIFFERS';
}

/** @throws what the store throws */
export async function readRecorded(
  deps: OrderFileDeps,
  part: RecordedPart,
): Promise<Result<readonly string[], ArchiveProblem>> {
  const file = orderFileName(part);
  const read = await readOrderFile(deps, part);
  if (!read.ok) return err({ file, problem: read.error });
  if (createHash('sha256').update(read.value).digest('hex') !== part.sha256)
    return err({ file, problem: 'FILE_DIFFERS' });
  return ok(read.value.trimEnd().split('\n'));
}

export interface PartBounds {
  /** How long a page waits for a file. */
  readonly waitMsMax: number;
  /** How many files are read at the same time. */
  readonly atOnceMax: number;
  /** How many may wait for that, and how many of one who asks. */
  readonly waitingMax: number;
  readonly waitingOfOneMax: number;
  /** For how long a file that could not be read is not asked for again. */
  readonly restMs: number;
  /** How many characters of files are kept. */
  readonly keptMax: number;
}

const BOUNDS: PartBounds = {
  waitMsMax: 5_000,
  atOnceMax: 2,
  waitingMax: 32,
  waitingOfOneMax: 8,
  restMs: 5_000,
  keptMax: 48 * 1024 * 1024,
};

/**
 * The lines of a part, for a page.
 * @param whose who asks: one file at a time is read for each. Undefined for operators, who are few
 * @throws Refused ORDERS_UNAVAILABLE soon, and tells the log, when its file cannot be read now
 */
export type ReadPart = (part: RecordedPart, whose?: string) => Promise<readonly string[]>;

interface KeptPart {
  readonly lines: Promise<readonly string[]>;
  size: number;
}

export function createReadPart(deps: OrderFileDeps, log: Log, bounds: PartBounds = BOUNDS): ReadPart {
  // In the order of their last use: the first one leaves first.
  const kept = new Map<string, KeptPart>();
  const turns = createTurns(bounds);

  async function load(part: RecordedPart, whose: string | undefined): Promise<readonly string[]> {
    const read = await turns(whose, async () => await readRecorded(deps, part));
    if (read.ok) return read.value;
    throw new Error(read.error.problem);
  }

  function leaveOut(): void {
    let sum = 0;
    for (const [name, { size }] of [...kept].toReversed()) {
      sum += size;
      if (sum > bounds.keptMax && size > 0) kept.delete(name);
    }
  }

  function start(name: string, part: RecordedPart, whose: string | undefined): KeptPart {
    const fresh: KeptPart = { lines: load(part, whose), size: 0 };
    fresh.lines.then(
      (lines) => {
        fresh.size = lines.reduce((sum, line) => sum + line.length, 0);
        leaveOut();
      },
      (error: unknown) => {
        // Who asks too much is refused alone: the file is as it was, and others may have orders in it.
        if (error instanceof TooMany) {
          kept.delete(name);
          return;
        }
        log.error({ file: orderFileName(part), err: error }, 'archived orders cannot be read');
        setTimeout(() => kept.delete(name), bounds.restMs).unref();
      },
    );
    return fresh;
  }

  return async (part, whose) => {
    const name = `${orderFileName(part)} ${part.sha256}`;
    const one = kept.get(name) ?? start(name, part, whose);
    kept.delete(name);
    kept.set(name, one);
    const late = new AbortController();
    const lines = await Promise.race([
      one.lines.catch(() => null),
      sleep(bounds.waitMsMax, null, { signal: late.signal }).catch(() => null),
    ]);
    late.abort();
    if (lines === null) throw new Refused('ORDERS_UNAVAILABLE');
    return lines;
  };
}

class TooMany extends Error {}

/** Runs a few pieces of work at a time, in turn, and of one who asks one at a time. @throws TooMany when too many wait already */
function createTurns({ atOnceMax, waitingMax, waitingOfOneMax }: PartBounds) {
  const waiting: { readonly whose: string | undefined; readonly go: () => void }[] = [];
  const served = new Set<string>();
  let running = 0;

  function letGo(): void {
    while (running < atOnceMax) {
      const at = waiting.findIndex(({ whose }) => whose === undefined || !served.has(whose));
      const [next] = at === -1 ? [] : waiting.splice(at, 1);
      if (next === undefined) return;
      running += 1;
      if (next.whose !== undefined) served.add(next.whose);
      next.go();
    }
  }

  return async <Value>(whose: string | undefined, work: () => Promise<Value>): Promise<Value> => {
    const ofOne = whose === undefined ? 0 : waiting.filter((other) => other.whose === whose).length;
    if (waiting.length >= waitingMax || ofOne >= waitingOfOneMax) throw new TooMany('too many files are asked for');
    await new Promise<void>((go) => {
      waiting.push({ whose, go });
      letGo();
    });
    try {
      return await work();
    } finally {
      running -= 1;
      if (whose !== undefined) served.delete(whose);
      letGo();
    }
  };
}

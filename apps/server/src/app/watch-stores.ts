import type { Role } from '../platform/db/roles.ts';
import { watched } from '../platform/jobs/watch-jobs.ts';
import { EXIT_TRY_AGAIN } from '../platform/processes/messages.ts';
import { STORES } from '../services/files/files.ts';
import type { Files, StoreName } from '../services/files/files.ts';
import type { S3Login } from '../services/files/s3-call.ts';
import { S3Refused } from '../services/files/s3-call.ts';
import { AnotherStore, checkStore, claimStore, MarkMissing, StoreFailed } from '../services/files/same-store.ts';
import type { Context } from './context.ts';
import { requirePrivate } from './require-private.ts';

type Deps = Pick<Context, 'role' | 'pool' | 'log' | 'files' | 'privateFiles'>;

/** What each role works with. The worker writes to both, so it marks them. */
const SEES: Readonly<Record<Role, readonly StoreName[]>> = {
  http: STORES,
  feed: ['archive'],
  worker: STORES,
  console: STORES,
};

const AGAIN_MS = 60_000;
/** While no worker has marked the stores, or a store did not answer. */
const SOON_MS = 2_000;

/**
 * All processes of a site must see the same files: each checks the marks at its start, and every minute. A store that does not answer, or lost
 * its mark while the process runs, stops nobody: orders need no files. Looks that fail are counted, as those of a job.
 * @param pauses what a test shortens
 * @returns how to stop
 * @throws AnotherStore, or what a bucket refuses, for the person who starts the server
 */
export async function watchStores(
  deps: Deps,
  bucket: S3Login | undefined,
  pauses: Pauses = { againMs: AGAIN_MS, soonMs: SOON_MS },
): Promise<() => Promise<void>> {
  const requireClosed = askOnce(bucket);
  /** How long until the next look. */
  const look = async (isFatal: (error: unknown) => boolean): Promise<number> => {
    const waits: number[] = [];
    for (const store of SEES[deps.role]) {
      try {
        waits.push((await lookAt(deps, store, requireClosed)) ? pauses.againMs : pauses.soonMs);
      } catch (error) {
        if (isFatal(error)) throw error;
        deps.log.error({ err: error, store }, troubleOf(error));
        waits.push(isSilent(error) ? pauses.soonMs : pauses.againMs);
      }
    }
    return Math.min(...waits);
  };
  let timer: NodeJS.Timeout | undefined;
  let running = Promise.resolve();
  const lookAfter = (ms: number): void => {
    timer = setTimeout(() => {
      running = look(isFatalLater).then(lookAfter, (error: unknown) => endFor(deps, error));
    }, ms);
    timer.unref();
  };
  lookAfter(await look(isFatalAtStart));
  return async () => {
    clearTimeout(timer);
    await running;
    clearTimeout(timer);
  };
}

interface Pauses {
  readonly againMs: number;
  readonly soonMs: number;
}

/** False while no worker has marked the store. */
async function lookAt(
  { role, pool, files, privateFiles }: Deps,
  store: StoreName,
  requireClosed: (store: StoreName) => Promise<void>,
): Promise<boolean> {
  const seen: Files = store === 'archive' ? files : privateFiles;
  let isKnown = true;
  await watched(`store of ${store}`, async () => {
    if (role !== 'worker') isKnown = await checkStore(pool, store, seen);
    else {
      // A store that strangers read is refused before the site works with it.
      await claimStore(pool, store, seen, async () => await requireClosed(store));
      await requireClosed(store);
    }
  });
  return isKnown;
}

/** Until the bucket has answered once. */
function askOnce(bucket: S3Login | undefined): (store: StoreName) => Promise<void> {
  const closed = new Set<StoreName>();
  return async (store) => {
    if (bucket === undefined || closed.has(store)) return;
    await requirePrivate(bucket, store);
    closed.add(store);
  };
}

function isRefused(error: unknown): boolean {
  return error instanceof StoreFailed && error.cause instanceof S3Refused;
}

function isSilent(error: unknown): boolean {
  return error instanceof StoreFailed && !isRefused(error);
}

function isFatalAtStart(error: unknown): boolean {
  return error instanceof AnotherStore || isRefused(error);
}

/** A mark that was there and is gone may be a disk that is not mounted for a moment: an alarm, and no reason to stop orders. */
function isFatalLater(error: unknown): boolean {
  return error instanceof AnotherStore && !(error instanceof MarkMissing);
}

function troubleOf(error: unknown): string {
  if (error instanceof MarkMissing) return 'THE STORE OF FILES HAS LOST ITS MARK';
  if (isRefused(error)) return 'the store of files refuses this process';
  if (error instanceof StoreFailed) return 'the store of files does not answer';
  return 'the database does not tell which store of files is right';
}

/** Whoever started this process starts it again; that start says what is wrong. */
function endFor({ log }: Deps, error: unknown): void {
  log.error({ err: error }, 'THE SITE DOES NOT WORK WITH THESE FILES: the process ends');
  process.exit(EXIT_TRY_AGAIN);
}

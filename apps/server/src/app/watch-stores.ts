import type { Role } from '../platform/db/roles.ts';
import { EXIT_TRY_AGAIN } from '../platform/processes/messages.ts';
import { STORES } from '../services/files/files.ts';
import type { Files, StoreName } from '../services/files/files.ts';
import type { S3Login } from '../services/files/s3-call.ts';
import { S3Refused } from '../services/files/s3-call.ts';
import { AnotherStore, checkStore, claimStore, MARK } from '../services/files/same-store.ts';
import type { Context } from './context.ts';

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
 * All processes of a site must see the same files: each checks the marks at its start, and every minute. A store that does not answer stops nobody:
 * orders need no files.
 * @returns how to stop
 * @throws AnotherStore, or what a bucket refuses, for the person who starts the server
 */
export async function watchStores(deps: Deps, bucket: S3Login | undefined): Promise<() => Promise<void>> {
  if (bucket !== undefined && deps.role === 'worker') await requirePrivate(bucket);
  const look = async (): Promise<boolean> => {
    const known: boolean[] = [];
    for (const store of SEES[deps.role]) known.push(await checkOne(deps, store));
    return known.every(Boolean);
  };
  let timer: NodeJS.Timeout | undefined;
  let running = Promise.resolve();
  const lookAfter = (ms: number): void => {
    timer = setTimeout(() => {
      running = look().then(
        (isKnown) => lookAfter(isKnown ? AGAIN_MS : SOON_MS),
        (error: unknown) => {
          if (error instanceof AnotherStore) endForAnotherStore(deps, error);
          else lookAfter(AGAIN_MS);
        },
      );
    }, ms);
    timer.unref();
  };
  lookAfter((await look()) ? AGAIN_MS : SOON_MS);
  return async () => {
    clearTimeout(timer);
    await running;
    clearTimeout(timer);
  };
}

/** False while it cannot be known. */
async function checkOne(deps: Deps, store: StoreName): Promise<boolean> {
  const files: Files = store === 'archive' ? deps.files : deps.privateFiles;
  try {
    if (deps.role !== 'worker') return await checkStore(deps.pool, store, files);
    await claimStore(deps.pool, store, files);
    return true;
  } catch (error) {
    if (error instanceof AnotherStore || (error instanceof Error && error.cause instanceof S3Refused)) throw error;
    deps.log.error({ err: error, store }, 'the store of files does not answer');
    return false;
  }
}

async function requirePrivate(bucket: S3Login): Promise<void> {
  const { isOpenToStrangers } = await import('../services/files/s3-files.ts');
  if (!(await isOpenToStrangers(bucket, MARK))) return;
  throw new AnotherStore(
    `Anyone can read the bucket ${bucket.bucket}. Close it, or use another: it holds what members sent.`,
  );
}

/** Whoever started this process starts it again; that start says what is wrong. */
function endForAnotherStore({ log }: Deps, error: AnotherStore): void {
  log.error({ err: error }, 'THE FILES ARE ANOTHER STORE NOW: the process ends');
  process.exit(EXIT_TRY_AGAIN);
}

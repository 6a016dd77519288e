import type { StoreName } from '../services/files/files.ts';
import type { S3Login } from '../services/files/s3-call.ts';
import { AnotherStore, askStore, MARK } from '../services/files/same-store.ts';

/**
 * The mark of the store must be there already: a bucket says of what it does not have that it is missing, not that strangers may not read it.
 * @throws AnotherStore, or StoreFailed when it does not clearly say no
 */
export async function requirePrivate(bucket: S3Login, store: StoreName): Promise<void> {
  const { isOpenToStrangers } = await import('../services/files/s3-files.ts');
  if (!(await askStore(async () => await isOpenToStrangers(bucket, `${store}/${MARK}`)))) return;
  throw new AnotherStore(
    `Anyone can read the bucket ${bucket.bucket}. Close it, or use another: it holds what members sent.`,
  );
}

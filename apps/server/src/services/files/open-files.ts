import { join } from 'node:path';
import { createDiskFiles } from './disk-files.ts';
import type { Files, StoreName } from './files.ts';
import type { S3Login } from './s3-call.ts';

/** The files of a site: in folders of DATA_DIR, or in a bucket. Only a site that has one loads what speaks with it. */
export async function openFiles(
  dataDir: string,
  bucket: S3Login | undefined,
): Promise<Readonly<Record<StoreName, Files>>> {
  if (bucket === undefined)
    return { archive: createDiskFiles(join(dataDir, 'archive')), files: createDiskFiles(join(dataDir, 'files')) };
  const { createS3Files } = await import('./s3-files.ts');
  return { archive: createS3Files(bucket, 'archive'), files: createS3Files(bucket, 'files') };
}

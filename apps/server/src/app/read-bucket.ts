import { readFile } from 'node:fs/promises';
import type { Config } from '../platform/config/config.ts';
import type { S3Login } from '../services/files/s3-call.ts';

/** How the site reaches its bucket, with what the settings keep in files. Undefined: files are in DATA_DIR. */
export async function readBucket({ bucket }: Pick<Config, 'bucket'>): Promise<S3Login | undefined> {
  if (bucket === undefined) return undefined;
  const { key, caFile, ...place } = bucket;
  const [accessKeyId, secretAccessKey] = 'file' in key ? await readKey(key.file) : [key.id, key.secret];
  const ca = caFile === undefined ? undefined : await readFile(caFile, 'utf8');
  return { ...place, accessKeyId, secretAccessKey, ca };
}

async function readKey(path: string): Promise<[string, string]> {
  const [id = '', secret = ''] = (await readFile(path, 'utf8')).split('\n').map((line) => line.trim());
  if (id === '' || secret === '') throw new Error(`${path} must have two lines: the id of the key, and its secret`);
  return [id, secret];
}

/**
 * Files of the orders of closed months (decision 173): lines of JSON, compressed, and sealed under the site's key, for what is in them is
 * the business of their members alone, and the nonces would open what the order log keeps closed.
 */
import { promisify } from 'node:util';
import { gunzip, gzip } from 'node:zlib';
import { err, ok } from '@candor/domain/result';
import type { Result } from '@candor/domain/result';
import type { Files } from '../files/files.ts';
import { sealBytes, unsealBytes } from '../secrets/seal.ts';

export interface OrderFileDeps {
  readonly files: Files;
  readonly sealKey: Buffer;
}

/**
 * In which order the lines of a month stand. By member, the newest first (that has no folder of its own); as they were accepted; as the order
 * log opens them, by index; as the public list shows them, by their close. The last two hold what is public alone.
 */
export const SORTS = ['moment', 'opening', 'closing'] as const;
export type Sort = (typeof SORTS)[number];

/** A file: the month (its first day, YYYY-MM-DD), and which part of it, from 1 on. Without a sort it is by member. */
export interface OrderPart {
  readonly month: string;
  readonly part: number;
  readonly sort?: Sort | undefined;
}

const CONTENT_BYTES_MAX = 256 * 1024 * 1024;
const [gzipAsync, gunzipAsync] = [promisify(gzip), promisify(gunzip)];

export function orderFileName({ month, part, sort }: OrderPart): string {
  const folder = sort === undefined ? month.slice(0, 7) : `${month.slice(0, 7)}/${sort}`;
  return `orders/${folder}/${part.toString().padStart(6, '0')}.sealed`;
}

export async function writeOrderFile({ files, sealKey }: OrderFileDeps, at: OrderPart, content: string): Promise<void> {
  const packed = await gzipAsync(Buffer.from(content, 'utf8'));
  await files.write(orderFileName(at), sealBytes(sealKey, packed, purposeOf(at)));
}

/**
 * FILE_DAMAGED: it does not open, for it was changed, is another one, or was sealed under another key.
 * @throws what the store throws
 */
export async function readOrderFile(
  { files, sealKey }: OrderFileDeps,
  at: OrderPart,
): Promise<Result<string, 'FILE_MISSING' | 'FILE_DAMAGED'>> {
  const sealed = await files.read(orderFileName(at));
  if (sealed === null) return err('FILE_MISSING');
  try {
    const packed = unsealBytes(sealKey, sealed, purposeOf(at));
    return ok((await gunzipAsync(packed, { maxOutputLength: CONTENT_BYTES_MAX })).toString('utf8'));
  } catch {
    return err('FILE_DAMAGED');
  }
}

/** A file under the name of another one does not open. */
function purposeOf(at: OrderPart): string {
  return `order-archive/${orderFileName(at)}`;
}

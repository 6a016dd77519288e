import { createHash } from 'node:crypto';
import { plainName } from './files.ts';
import type { ListedFiles, StoreName } from './files.ts';
import { createS3Call, S3_BOUNDS, S3Refused } from './s3-call.ts';
import type { S3Answer, S3Bounds, S3Call, S3Login } from './s3-call.ts';

/** What the object says its content is; kept by every S3-compatible store, whatever checksums it knows. */
const SUM = 'x-amz-meta-sha256';

/**
 * Files in a bucket of an S3-compatible store, private, under `prefix`. A write is done when the store told the size and the hash of what it
 * keeps; an answer that is shorter than told, or has another hash, is no answer.
 */
export function createS3Files(login: S3Login, store: StoreName, bounds = S3_BOUNDS): ListedFiles {
  const call = createS3Call(login, bounds);
  const nameOf = (name: string): string => `${store}/${plainName(name)}`;
  return {
    write: async (name, bytes) => {
      const sum = sha256(bytes);
      const at = nameOf(name);
      await call({ method: 'PUT', name: at, body: bytes, headers: { [SUM]: sum } }, putProblem);
      await call({ method: 'HEAD', name: at }, (kept) => {
        if (kept.status !== 200) return 'the store does not keep what it took';
        if (kept.headers['content-length'] !== String(bytes.length)) return 'the store keeps another number of bytes';
        return kept.headers[SUM] === sum ? null : 'the store keeps another content';
      });
    },
    read: async (name) => {
      const answer = await call({ method: 'GET', name: nameOf(name) }, readProblem);
      return answer.status === 404 ? null : answer.body;
    },
    remove: async (name) => {
      await call({ method: 'DELETE', name: nameOf(name) });
    },
    list: () => listNames(call, `${login.prefix}${store}/`, bounds),
  };
}

const PRIVATE: ReadonlySet<number | undefined> = new Set([401, 403, 404]);

/** Whether a stranger may read a file that is there. @throws when the endpoint does not clearly say no: that is not known to be private */
export async function isOpenToStrangers(login: S3Login, name: string, bounds?: S3Bounds): Promise<boolean> {
  try {
    const answer = await createS3Call(login, bounds)({ method: 'GET', name: plainName(name), isAnonymous: true });
    return answer.status !== 404;
  } catch (error) {
    const refused = error instanceof Error ? error.cause : undefined;
    if (refused instanceof S3Refused && PRIVATE.has(refused.status)) return false;
    throw error;
  }
}

/** What the bucket has under `prefix`, without that. A list that does not end is an error, never a shorter list. */
async function* listNames(
  call: S3Call,
  prefix: string,
  { namesMax, pagesMax }: S3Bounds,
): AsyncGenerator<readonly string[]> {
  const first = { 'list-type': '2', 'max-keys': String(namesMax), prefix };
  let next: string | undefined;
  for (let page = 0; page < pagesMax; page += 1) {
    const query = next === undefined ? first : { ...first, 'continuation-token': next };
    const text = (await call({ method: 'GET', name: prefix, query }, listProblem)).body.toString();
    const keys = [...text.matchAll(/<Key>([^<]*)<\/Key>/g)].map(([, key = '']) => plainText(key));
    // A name that ends so is a folder that somebody made by hand.
    yield keys.filter((key) => key.startsWith(prefix) && !key.endsWith('/')).map((key) => key.slice(prefix.length));
    if (!text.includes(MORE)) return;
    next = plainText(NEXT.exec(text)?.[1] ?? '');
  }
  throw new Error(`the bucket lists more than ${namesMax * pagesMax} names under ${prefix}`);
}

const MORE = '<IsTruncated>true</IsTruncated>';
const NEXT = /<NextContinuationToken>([^<]+)<\/NextContinuationToken>/;

function listProblem({ status, body }: S3Answer): string | null {
  const text = body.toString();
  if (status !== 200 || !text.trimEnd().endsWith('</ListBucketResult>')) return 'the answer is no list';
  if (text.includes('<IsTruncated>false</IsTruncated>')) return null;
  return text.includes(MORE) && NEXT.test(text) ? null : 'the list does not say whether it ends';
}

function plainText(xml: string): string {
  return xml
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&apos;', "'")
    .replaceAll('&amp;', '&');
}

function putProblem({ status }: S3Answer): string | null {
  return status === 200 ? null : `the endpoint answers a write with ${status}`;
}

/** A 404 is not checked: there is no such file. A copy that another program put there says no hash; then its length must be right. */
function readProblem({ status, headers, body }: S3Answer): string | null {
  if (status === 404) return null;
  if (status !== 200) return `the endpoint answers a read with ${status}`;
  const length = headers['content-length'];
  if (length !== undefined && length !== String(body.length)) return 'the answer breaks off';
  const sum = headers[SUM];
  return sum === undefined || sum === sha256(body) ? null : 'the answer has another content than was written';
}

function sha256(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}

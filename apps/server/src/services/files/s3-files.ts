import { createHash } from 'node:crypto';
import { plainName } from './files.ts';
import type { Files, StoreName } from './files.ts';
import { createS3Call } from './s3-call.ts';
import type { S3Answer, S3Bounds, S3Login } from './s3-call.ts';

/** What the object says its content is; kept by every S3-compatible store, whatever checksums it knows. */
const SUM = 'x-amz-meta-sha256';

/**
 * Files in a bucket of an S3-compatible store, private, under `prefix`. A write is done when the store told the size and the hash of what it
 * keeps; an answer that is shorter than told, or has another hash, is no answer.
 */
export function createS3Files(login: S3Login, store: StoreName, bounds?: S3Bounds): Files {
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
  };
}

/** Whether a stranger may read a file. */
export async function isOpenToStrangers(login: S3Login, name: string, bounds?: S3Bounds): Promise<boolean> {
  const asked = createS3Call(login, bounds)({ method: 'GET', name: `files/${plainName(name)}`, isAnonymous: true });
  const answer = await asked.catch(() => undefined);
  return answer?.status === 200;
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

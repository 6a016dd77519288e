import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startS3Server } from '../../testing/s3-server.ts';
import type { S3Fault, S3Server } from '../../testing/s3-server.ts';
import type { Files } from './files.ts';
import { signedHeaders } from './s3-call.ts';
import type { S3Bounds } from './s3-call.ts';
import { createS3Files, isOpenToStrangers } from './s3-files.ts';

const BOUNDS: S3Bounds = {
  tries: 3,
  pauseMs: 1,
  silentMsMax: 150,
  totalMsMax: 3_000,
  bytesMax: 100_000,
  namesMax: 2,
  pagesMax: 4,
};
const ONE = Buffer.from('one picture');

let server: S3Server;
beforeAll(async () => {
  server = await startS3Server();
});
afterAll(async () => await server.stop());
beforeEach(() => {
  server.fault = () => undefined;
  server.calls.length = 0;
});

function open(): Files {
  return createS3Files(server.login, 'files', BOUNDS);
}

function text(bytes: Uint8Array | null): string | null {
  return bytes === null ? null : Buffer.from(bytes).toString();
}

/** Only the first calls of this method fail. */
function failing(method: string, fault: S3Fault, times = Infinity): void {
  let left = times;
  server.fault = (request) => (request.method === method && (left -= 1) >= 0 ? fault : undefined);
}

describe('files in a bucket', () => {
  it('are read as written by any process that has the key, and are gone when removed', async () => {
    await open().write('ab/one', ONE);
    await open().write('ab/one', Buffer.from('two'));
    expect(text(await open().read('ab/one'))).toBe('two');
    expect(server.calls[0]).toBe('PUT /candor-files/one/files/ab/one');
    await open().remove('ab/one');
    expect(await open().read('ab/one')).toBeNull();
    await open().remove('ab/one');
  });

  it('of another store or prefix are others', async () => {
    await open().write('same', ONE);
    expect(await createS3Files(server.login, 'archive', BOUNDS).read('same')).toBeNull();
    expect(await createS3Files({ ...server.login, prefix: '' }, 'files', BOUNDS).read('same')).toBeNull();
  });

  it('are never outside their prefix', async () => {
    for (const name of ['../one', 'a//b', '', 'a b', 'a?b', 'a%2fb'])
      await expect(open().write(name, ONE), name).rejects.toThrow('plain parts');
    expect(server.calls).toEqual([]);
  });

  it.each(['error', 'reset', 'silent', 'throttled'] as const)('survive a store that fails twice by %s', async (how) => {
    failing('PUT', how, 2);
    await open().write('tried/one', ONE);
    failing('GET', how, 2);
    expect(text(await open().read('tried/one'))).toBe('one picture');
  });

  it.each(['error', 'reset', 'silent', 'lost'] as const)(
    'are not acknowledged by a store that stays at %s',
    async (how) => {
      failing('PUT', how);
      await expect(open().write('never', ONE)).rejects.toThrow(/PUT|HEAD/);
    },
  );

  it('are not acknowledged when the store keeps an older or another content', async () => {
    await open().write('older', Buffer.from('OLD PICTURE'));
    failing('PUT', 'lost');
    await expect(open().write('older', ONE)).rejects.toThrow('another content');
    expect(text(await open().read('older'))).toBe('OLD PICTURE');
  });

  it.each(['cut', 'changed'] as const)('whose answer is %s are read again, and never given out', async (how) => {
    await open().write('whole', ONE);
    failing('GET', how, 2);
    expect(text(await open().read('whole'))).toBe('one picture');
    failing('GET', how);
    await expect(open().read('whole')).rejects.toThrow('GET');
  });

  it('that cannot be read are not reported as missing', async () => {
    const other = createS3Files({ ...server.login, bucket: 'no-such-bucket' }, 'files', BOUNDS);
    await expect(other.read('one')).rejects.toThrow('NoSuchBucket');
    const stranger = createS3Files({ ...server.login, secretAccessKey: 'wrong' }, 'files', BOUNDS);
    await expect(stranger.read('one')).rejects.toThrow('SignatureDoesNotMatch');
    // What cannot pass is not tried again.
    expect(server.calls).toHaveLength(2);
  });

  it('are listed page by page, those of other stores and prefixes not, and never fewer than there are', async () => {
    const listed = async (bounds = BOUNDS): Promise<string[]> => {
      const names: string[] = [];
      const files = createS3Files({ ...server.login, prefix: 'listed/' }, 'files', bounds);
      for await (const page of files.list()) {
        expect(page.length).toBeLessThanOrEqual(bounds.namesMax);
        names.push(...page);
      }
      return names;
    };
    const names = ['ab/one', 'ab/two', 'cd/three', 'cd/four', 'store-id'];
    for (const name of names)
      await createS3Files({ ...server.login, prefix: 'listed/' }, 'files', BOUNDS).write(name, ONE);
    await createS3Files({ ...server.login, prefix: 'listed/' }, 'archive', BOUNDS).write('other', ONE);
    await createS3Files({ ...server.login, prefix: 'listed/files2/' }, 'files', BOUNDS).write('other', ONE);
    expect((await listed()).toSorted()).toEqual(names.toSorted());
    failing('GET', 'cut', 2);
    expect(await listed()).toHaveLength(5);
    await expect(listed({ ...BOUNDS, pagesMax: 2 })).rejects.toThrow('lists more than 4 names');
    failing('GET', 'lost');
    await expect(listed()).rejects.toThrow('no list');
  });

  it('larger than the bound end the reading', async () => {
    await open().write('large', Buffer.alloc(BOUNDS.bytesMax + 1));
    await expect(open().read('large')).rejects.toThrow('more than 100000 bytes');
  });

  it('are refused to strangers, and a bucket that is open is found', async () => {
    await open().write('store-id', ONE);
    expect(await isOpenToStrangers(server.login, 'files/store-id', BOUNDS)).toBe(false);
    server.isPublic = true;
    expect(await isOpenToStrangers(server.login, 'files/store-id', BOUNDS)).toBe(true);
    server.isPublic = false;
    for (const fault of ['error', 'reset', 'silent', 'throttled'] as const) {
      server.fault = () => fault;
      await expect(isOpenToStrangers(server.login, 'files/store-id', BOUNDS), fault).rejects.toThrow('GET');
    }
  });
});

/** From "Signature calculations: transferring payload in a single chunk", Amazon S3 API reference. */
describe('the signature of version 4, by the published examples', () => {
  const login = {
    accessKeyId: 'AKIAIOSFODNN7EXAMPLE',
    secretAccessKey: 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY',
    region: 'us-east-1',
  };
  it.each([
    [
      'an object that is put',
      'https://examplebucket.s3.amazonaws.com/test%24file.text',
      {
        method: 'PUT',
        body: Buffer.from('Welcome to Amazon S3.'),
        headers: { date: 'Fri, 24 May 2013 00:00:00 GMT', 'x-amz-storage-class': 'REDUCED_REDUNDANCY' },
      },
      '98ad721746da40c64f1a55b78f14c238d841ea1380cd77a1b5971af0ece108bd',
    ],
    [
      'the lifecycle of a bucket',
      'https://examplebucket.s3.amazonaws.com/?lifecycle',
      { method: 'GET' },
      'fea454ca298b7da1c68078a5d1bdbfbbe0d65c699e0f91ac7a200a0136783543',
    ],
    [
      'a list of objects',
      'https://examplebucket.s3.amazonaws.com/?max-keys=2&prefix=J',
      { method: 'GET' },
      '34b48302e7b5fa45bde8084f4b7868a86f0a534bc59db6670ed5711ef69dc6f7',
    ],
  ] as const)('%s', async (_, url, request, signature) => {
    const { authorization } = await signedHeaders(login, new URL(url), request, { datetime: '20130524T000000Z' });
    expect(authorization).toContain(`Signature=${signature}`);
  });
});

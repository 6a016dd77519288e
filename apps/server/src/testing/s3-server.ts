import { createHash, createHmac } from 'node:crypto';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import S3rver from 's3rver';
import type { S3Login } from '../services/files/s3-call.ts';

/** What becomes of a call; `lost` says yes and stores nothing, `changed` answers with one byte turned. */
export type S3Fault = 'error' | 'reset' | 'silent' | 'cut' | 'lost' | 'changed' | 'throttled' | 'refused';

export interface S3Server {
  readonly login: S3Login;
  /** Called with every request; undefined passes it on. */
  fault: (request: { method: string; name: string }) => S3Fault | undefined;
  /** Called with every request of a stranger alone. */
  strangerFault: () => S3Fault | undefined;
  /** Strangers may read, as in a bucket with a public policy. */
  isPublic: boolean;
  /** Method and path of each call, in order. */
  readonly calls: string[];
  readonly stop: () => Promise<void>;
}

const BUCKET = 'candor-files';
const KEY = 'S3RVER';

/**
 * A local S3 server, s3rver, behind a front that can fail. s3rver lets strangers in, and checks neither signatures of version 4 nor the hash of
 * a body. The front does, by its own reading of the rules. Neither knows policies, versions, regions or checksums of the store's own.
 */
export async function startS3Server(): Promise<S3Server> {
  const directory = mkdtempSync(join(tmpdir(), 'candor-s3-'));
  // A test of another user's rights runs in this process.
  chmodSync(directory, 0o755);
  const inner = new S3rver({
    address: '127.0.0.1',
    port: 0,
    silent: true,
    directory,
    configureBuckets: [{ name: BUCKET }],
  });
  const { port } = await inner.run();
  const server: S3Server = {
    login: {
      endpoint: '',
      bucket: BUCKET,
      region: 'us-east-1',
      prefix: 'one/',
      accessKeyId: KEY,
      secretAccessKey: KEY,
    },
    fault: () => undefined,
    strangerFault: () => undefined,
    isPublic: false,
    calls: [],
    stop: async () => {
      front.closeAllConnections();
      front.close();
      await inner.close();
      rmSync(directory, { recursive: true, force: true });
    },
  };
  const front = http.createServer((request, response) => {
    void answer(server, port, { request, response }).catch(() => response.destroy());
  });
  front.listen(0, '127.0.0.1');
  await once(front, 'listening');
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- it listens at a port
  const { port: at } = front.address() as AddressInfo;
  return Object.assign(server, { login: { ...server.login, endpoint: `http://127.0.0.1:${at}` } });
}

interface Exchange {
  readonly request: http.IncomingMessage;
  readonly response: http.ServerResponse;
}

async function answer(server: S3Server, port: number, { request, response }: Exchange): Promise<void> {
  const method = request.method ?? '';
  const name = request.url ?? '';
  server.calls.push(`${method} ${name}`);
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(Buffer.from(chunk));
  const body = Buffer.concat(chunks);
  const refuse = (status: number, code: string): void => void response.writeHead(status).end(`<Code>${code}</Code>`);
  const isStranger = request.headers.authorization === undefined;
  const fault = (isStranger ? server.strangerFault() : undefined) ?? server.fault({ method, name });
  if (fault === 'silent') return;
  if (fault === 'reset') return void request.socket.destroy();
  if (fault === 'error') return refuse(500, 'InternalError');
  if (fault === 'refused') return refuse(403, 'AccessDenied');
  if (fault === 'throttled') return refuse(503, 'SlowDown');
  if (fault === 'lost') return void response.writeHead(200).end();
  if (isStranger && !(server.isPublic && method === 'GET')) return refuse(403, 'AccessDenied');
  if (!isStranger && request.headers['x-amz-content-sha256'] !== createHash('sha256').update(body).digest('hex'))
    return refuse(400, 'XAmzContentSHA256Mismatch');
  if (!isStranger && !isSignedRight(request)) return refuse(403, 'SignatureDoesNotMatch');
  const passed = http.request({ host: '127.0.0.1', port, method, path: wholeList(name), headers: request.headers });
  passed.end(body);
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- Node's own event
  const [kept] = (await once(passed, 'response')) as [http.IncomingMessage];
  const parts: Buffer[] = [];
  for await (const chunk of kept) parts.push(Buffer.from(chunk));
  const whole = asPage(name, Buffer.concat(parts));
  const length = name.includes('?') ? { 'content-length': String(whole.length) } : {};
  response.writeHead(kept.statusCode ?? 500, { ...kept.headers, ...length });
  if (fault === 'cut') {
    response.write(whole.subarray(0, whole.length / 2), () => response.destroy());
    return;
  }
  if (fault === 'changed') whole.writeUInt8(whole.readUInt8(0) ^ 1, 0);
  response.end(whole);
}

/** s3rver makes its tokens with a cipher that Node no longer has: it lists all at once, and the front cuts that into pages. */
function wholeList(name: string): string {
  const [path = '', query] = name.split('?');
  if (query === undefined) return name;
  const asked = new URLSearchParams(query);
  const after = Buffer.from(asked.get('continuation-token') ?? '', 'base64').toString();
  return `${path}?list-type=2&prefix=${asked.get('prefix') ?? ''}&start-after=${after}`;
}

function asPage(name: string, whole: Buffer): Buffer {
  const max = Number(new URLSearchParams(name.split('?')[1]).get('max-keys') ?? Infinity);
  const entries = whole.toString().match(/<Contents>.*?<\/Contents>/gs) ?? [];
  const last = /<Key>(.*)<\/Key>/.exec(entries[max - 1] ?? '')?.[1];
  if (entries.length <= max || last === undefined) return whole;
  const token = `<NextContinuationToken>${Buffer.from(last).toString('base64')}</NextContinuationToken>`;
  const rest = entries.slice(max).join('');
  return Buffer.from(whole.toString().replace(rest, token).replace('<IsTruncated>false<', '<IsTruncated>true<'));
}

const AUTHORIZATION =
  /^AWS4-HMAC-SHA256 Credential=S3RVER\/(\d{8})\/([\w-]+)\/s3\/aws4_request, SignedHeaders=([\w;-]+), Signature=([0-9a-f]{64})$/;

function isSignedRight({ method = '', url = '', headers }: http.IncomingMessage): boolean {
  const [, date = '', region = '', names = '', signature] = AUTHORIZATION.exec(headers.authorization ?? '') ?? [];
  const covered = ['host', 'x-amz-content-sha256', 'x-amz-date'].every((name) => names.split(';').includes(name));
  const lines = names.split(';').map((name) => `${name}:${String(headers[name])}\n`);
  const [path = '', query = ''] = url.split('?');
  const sorted = query.split('&').toSorted().join('&');
  const canonical = [method, path, sorted, lines.join(''), names, String(headers['x-amz-content-sha256'])].join('\n');
  const text = [
    'AWS4-HMAC-SHA256',
    String(headers['x-amz-date']),
    `${date}/${region}/s3/aws4_request`,
    createHash('sha256').update(canonical).digest('hex'),
  ].join('\n');
  const key = [date, region, 's3', 'aws4_request'].reduce<string | Buffer>(
    (above, part) => createHmac('sha256', above).update(part).digest(),
    `AWS4${KEY}`,
  );
  return covered && createHmac('sha256', key).update(text).digest('hex') === signature;
}

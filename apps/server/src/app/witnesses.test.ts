import { mkdtemp, rm } from 'node:fs/promises';
import type { RequestListener } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { logWitnessesView } from '@candor/contract/trading';
import type { LogWitnessesView } from '@candor/contract/trading';
import { writeAddCheckpoint } from '@candor/proof/order-log/add-checkpoint';
import { verifyCosignatures } from '@candor/proof/order-log/cosignature';
import { logCheckpointText, verifyLogCheckpoint } from '@candor/proof/order-log/log-checkpoint';
import { parsePolicyFile } from '@candor/proof/order-log/policy-file';
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest';
import { takeFeedLead } from '../features/market/feed/feed-store.ts';
import { openOrderLog } from '../features/market/feed/grow-order-log.ts';
import type { OrderLog } from '../features/market/feed/grow-order-log.ts';
import { createWitnessTurn, startWitnessing } from '../features/order-log/order-log.jobs.ts';
import { sendHead } from '../features/order-log/send-head.ts';
import type { Turn } from '../features/order-log/send-head.ts';
import { placeOrders } from '../features/trading/place-orders.ts';
import { readWitnesses } from '../services/order-log/read-witnesses.ts';
import { signerOfSeed } from '../services/proof/signer.ts';
import type { Signer } from '../services/proof/signer.ts';
import { nodeCrypto } from '../services/receipts/node-crypto.ts';
import { loadSecrets, requireSeed } from '../services/secrets/secrets.ts';
import { tried } from '../testing/attacks.ts';
import { databaseNow, makeCommand, makeFresh, makeMember, makeProduct } from '../testing/factories.ts';
import { startTestServer } from '../testing/test-server.ts';
import type { TestServer } from '../testing/test-server.ts';
import { startFalseWitness, startWitness } from '../testing/test-witness.ts';
import type { TestWitness } from '../testing/test-witness.ts';

/**
 * The site sends its heads to two witnesses, each the command `candor-witness` in a process of its own, and to false ones.
 */
/** 50 kB that unpack to 50 MB. */
const BOMB = gzipSync(Buffer.alloc(50_000_000));

let folder = '';
let signer: Signer;
let witnesses: TestWitness[] = [];
let server: TestServer;
let log: OrderLog;
const guests: TestWitness[] = [];

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'candor-witnesses-'));
  signer = signerOfSeed(requireSeed(await loadSecrets(folder)));
  witnesses = await Promise.all(
    ['one.example', 'two.example'].map(async (name) => await startWitness(name, signer.vkey)),
  );
  server = await startTestServer({
    SECRETS_DIR: folder,
    WITNESSES: witnesses.map(({ url, keyText }) => `${url}/ ${keyText}`).join(', '),
  });
  await makeProduct(server.ownerPool);
  log = await openOrderLog({ db: server.pools.feed, log: server.context.log }, await takeFeedLead(server.pools.feed));
}, 60_000);
afterEach(async () => {
  for (const guest of guests.splice(0)) await guest.stop();
});
afterAll(async () => {
  await server.stop();
  for (const witness of witnesses) await witness.stop();
  await rm(folder, { recursive: true });
});

/** That many orders more in the log. Returns its size. */
async function grow(count: number): Promise<number> {
  const members = await Promise.all(Array.from({ length: count }, async () => await makeMember(server.pool)));
  await makeFresh(server);
  const placed = await placeOrders(
    server.pool,
    'practice',
    members.map((memberId) => makeCommand(memberId)),
  );
  expect(placed.every(({ ok }) => ok)).toBe(true);
  return (await log.commit(0)).size;
}

interface WitnessJob {
  readonly run: () => Promise<Turn | undefined>;
  /** Moves the clock of the pauses. */
  readonly pass: (ms: number) => void;
  readonly said: unknown[][];
}

/** The job of a witness on the machine of the worker. */
async function jobOf({ url, keyText }: Pick<TestWitness, 'url' | 'keyText'>, callMsMax = 10_000): Promise<WitnessJob> {
  const [witness] = await readWitnesses([{ url, key: keyText }]);
  if (witness === undefined) throw new Error('no witness');
  let nowMs = 0;
  let turn: Turn | undefined;
  const said: unknown[][] = [];
  const say = (...words: unknown[]): void => void said.push(words);
  const job = createWitnessTurn(
    {
      ...server.worker,
      signal: new AbortController().signal,
      log: { ...server.worker.log, error: say, warn: say, info: say } as typeof server.worker.log,
      callMsMax,
      onTurn: (_, told) => (turn = told),
    },
    witness,
    () => nowMs,
  );
  return {
    run: async () => {
      turn = undefined;
      await server.ownerPool.query('update log_witness set due_at = now()');
      await job();
      return turn;
    },
    pass: (ms) => (nowMs += ms),
    said,
  };
}

async function falseWitness(name: string, answer: RequestListener) {
  const guest = await startFalseWitness(name, answer);
  guests.push(guest);
  return guest;
}

async function listed(): Promise<LogWitnessesView['items']> {
  const { status, body } = await server.call('GET', '/api/log/witnesses');
  expect(status).toBe(200);
  return logWitnessesView.parse(body.data).items;
}

/** The size of a note of the site, and the names of the witnesses whose lines below it hold. */
async function judged(note: string): Promise<[size: number, cosigners: string[]]> {
  const read = await verifyLogCheckpoint(note, [signer.key], nodeCrypto);
  if (!read.ok) throw new Error(read.error);
  const keys = await readWitnesses(witnesses.map(({ url, keyText }) => ({ url, key: keyText })));
  const cosigned = await verifyCosignatures(
    read.value,
    keys.map(({ key }) => key),
    nodeCrypto,
  );
  expect(read.value.lines).toHaveLength(1 + cosigned.length);
  return [read.value.head.size, cosigned.map(({ key }) => key.name)];
}

async function servedHead(): Promise<[size: number, cosigners: string[]]> {
  return await judged((await server.call('GET', '/api/log/checkpoint')).text);
}

it('serves the policy of its keys and witnesses, as any program of the form reads it', async () => {
  const { status, text, headers } = await server.call('GET', '/api/log/policy');
  expect([status, headers['content-type']]).toEqual([200, 'text/plain; charset=utf-8']);
  const read = await parsePolicyFile(text, nodeCrypto);
  if (!read.ok) throw new Error(text);
  expect(read.value.logs.map(({ key }) => key.keyHash)).toEqual([server.context.signer.key.keyHash]);
  expect(read.value.witnesses.map(({ key, url }) => [key.name, url])).toEqual([
    ['one.example', witnesses[0]?.url],
    ['two.example', witnesses[1]?.url],
  ]);
  expect(read.value.quorum).toBe(2);
});

it('two witnesses cosign the heads of a growing log; the head shows whose line it has', async () => {
  const jobs = await Promise.all(witnesses.map(async (witness) => await jobOf(witness)));
  const [one, two] = jobs;
  if (one === undefined || two === undefined) throw new Error('no job');
  expect((await listed()).map(({ name, checkpoint, size }) => [name, checkpoint, size])).toEqual([
    ['one.example', null, null],
    ['two.example', null, null],
  ]);
  expect(await one.run()).toMatchObject({ kind: 'cosigned', size: 0 });
  expect(await servedHead()).toEqual([0, ['one.example']]);
  const first = await grow(300);
  // Nobody has cosigned this head yet; the one before stays in the list.
  expect(await servedHead()).toEqual([first, []]);
  expect((await listed())[0]).toMatchObject({ size: 0 });
  for (const job of jobs) expect(await job.run()).toMatchObject({ kind: 'cosigned', size: first });
  expect(await servedHead()).toEqual([first, ['one.example', 'two.example']]);
  const second = await grow(5);
  expect(await two.run()).toMatchObject({ kind: 'cosigned', size: second });
  expect(await servedHead()).toEqual([second, ['two.example']]);
  const items = await listed();
  expect(await Promise.all(items.map(async ({ checkpoint }) => await judged(checkpoint ?? '')))).toEqual([
    [first, ['one.example']],
    [second, ['two.example']],
  ]);
  expect(items.map(({ key, size }) => [key, size])).toEqual([
    [witnesses[0]?.keyText, first],
    [witnesses[1]?.keyText, second],
  ]);
  const cosignedAt = Date.parse(items[1]?.cosignedAt ?? '');
  expect(Math.abs(cosignedAt - (await databaseNow(server.pool)))).toBeLessThan(60_000);
  // The same head again is not sent before it is old.
  expect(await two.run()).toEqual({ kind: 'fresh', cosignedAt });
  await server.ownerPool.query(`update log_witness set cosigned_at = now() - interval '11 minutes'`);
  expect(await two.run()).toMatchObject({ kind: 'cosigned', size: second });
}, 60_000);

it('the worker does it by itself, each witness in its job, and stops', async () => {
  const size = await grow(1);
  const hanging = await falseWitness('hangs.example', () => undefined);
  await server.ownerPool.query('update log_witness set due_at = now()');
  const turns: Turn[] = [];
  const job = startWitnessing({
    ...server.worker,
    witnesses: await readWitnesses([hanging, ...witnesses].map(({ url, keyText }) => ({ url, key: keyText }))),
    onTurn: (_, turn) => turns.push(turn),
  });
  await vi.waitFor(() => expect(turns).toHaveLength(2), 10_000);
  expect(turns).toMatchObject([
    { kind: 'cosigned', size },
    { kind: 'cosigned', size },
  ]);
  // It does not wait for the witness that hangs.
  await job.stop();
  expect(turns).toHaveLength(2);
});

it('one turn at a time on all machines', async () => {
  const [witness] = witnesses;
  if (witness === undefined) throw new Error('no witness');
  const job = await jobOf(witness);
  await grow(1);
  await server.ownerPool.query(`update log_witness set due_at = now() + interval '5 seconds'`);
  const [listedOne] = await readWitnesses([{ url: witness.url, key: witness.keyText }]);
  if (listedOne === undefined) throw new Error('no witness');
  expect(await sendHead({ ...server.worker, signal: new AbortController().signal }, listedOne)).toEqual({
    kind: 'rested',
  });
  expect(await job.run()).toMatchObject({ kind: 'cosigned' });
});

it('a witness that saw another history refuses, and the site says so once', async () => {
  const witness = await startWitness('three.example', signer.vkey);
  guests.push(witness);
  const size = await grow(3);
  const forged = { size, root: 'ab'.repeat(32) };
  const shown = writeAddCheckpoint({ old: 0, proof: [], note: await signer.sign(logCheckpointText(forged)) });
  expect((await fetch(`${witness.url}/add-checkpoint`, { method: 'POST', body: shown })).status).toBe(200);
  const job = await jobOf(witness);
  expect(await job.run()).toEqual({ kind: 'refused', refusal: 'OTHER_HISTORY', size });
  const words = 'A WITNESS REFUSES THE HEAD OF THE ORDER LOG';
  expect(job.said).toEqual([[{ witness: 'three.example', refusal: 'OTHER_HISTORY', size }, words]]);
  job.pass(900_000);
  expect(await job.run()).toMatchObject({ kind: 'refused' });
  expect(job.said).toHaveLength(1);
  const { rows } = await server.ownerPool.query('select refusal, size from log_witness where key = $1', [
    witness.keyText,
  ]);
  expect(rows).toEqual([{ refusal: 'OTHER_HISTORY', size: null }]);
  // The log goes on, and the proof from there does not hold.
  const later = await grow(1);
  job.pass(900_000);
  expect(await job.run()).toEqual({ kind: 'refused', refusal: 'HISTORY_CHANGED', size: later });
  expect(job.said).toHaveLength(2);
  // The others are as they were.
  const [other] = witnesses;
  if (other === undefined) throw new Error('no witness');
  expect(await (await jobOf(other)).run()).toMatchObject({ kind: 'cosigned', size: later });
});

it('a log that fell back to a copy is told from the witness that knows more', async () => {
  const witness = await startWitness('four.example', signer.vkey);
  guests.push(witness);
  const ahead = { size: 1_000_000, root: 'ab'.repeat(32) };
  const shown = writeAddCheckpoint({ old: 0, proof: [], note: await signer.sign(logCheckpointText(ahead)) });
  await fetch(`${witness.url}/add-checkpoint`, { method: 'POST', body: shown });
  expect(await (await jobOf(witness)).run()).toMatchObject({ kind: 'refused', refusal: 'LOG_SHRANK' });
});

it('a site that another key signed for is refused by name', async () => {
  const stranger = await startWitness('five.example', signerOfSeed(Buffer.alloc(32, 7)).vkey);
  guests.push(stranger);
  expect(await (await jobOf(stranger)).run()).toMatchObject({ kind: 'refused', refusal: 'KEY_UNKNOWN' });
});

it.each<[string, RequestListener, string]>([
  ['hangs', () => undefined, 'The operation was aborted due to timeout'],
  ['hangs in its answer', (_, response) => void response.write('\u2014 '), 'The operation was aborted due to timeout'],
  ['answers garbage', (_, response) => void response.end(Buffer.alloc(9_000, 0xfe)), 'no cosignature by its key'],
  [
    'answers without end',
    (_, response) => {
      const more = (): void => {
        while (response.write('x'.repeat(65_536)));
      };
      response.on('drain', more);
      more();
    },
    'the answer is longer than 16384 bytes',
  ],
  [
    'unpacks to more than it sends',
    (_, response) => void response.writeHead(200, { 'content-encoding': 'gzip' }).end(BOMB),
    'the answer is longer than 16384 bytes',
  ],
  [
    'sends on to another address',
    (_, response) => void response.writeHead(307, { location: 'http://127.0.0.1:1/' }).end(),
    'fetch failed: unexpected redirect',
  ],
  ['breaks off', (request) => void request.socket.destroy(), 'fetch failed'],
  ['fails', (_, response) => void response.writeHead(503).end(), 'status 503'],
])('a witness that %s does no harm, and is asked ever less often', async (_, answer, reason) => {
  const guest = await falseWitness('false.example', answer);
  const job = await jobOf(guest, reason.includes('timeout') ? 300 : 10_000);
  expect(await job.run()).toEqual({ kind: 'failed', reason: expect.stringContaining(reason) });
  expect(await job.run()).toBeUndefined();
  for (const pause of [10_000, 20_000, 40_000, 80_000, 160_000, 320_000, 640_000, 900_000, 900_000]) {
    if (reason.includes('timeout') && pause > 20_000) break;
    job.pass(pause - 1);
    expect(await job.run()).toBeUndefined();
    job.pass(1);
    expect(await job.run()).toEqual({ kind: 'failed', reason: expect.stringContaining(reason) });
  }
  expect(job.said).toEqual([
    [
      { witness: 'false.example', reason: expect.stringContaining(reason) },
      'a witness did not cosign the head of the order log',
    ],
  ]);
  const { rows } = await server.ownerPool.query('select size, refusal from log_witness where key = $1', [
    guest.keyText,
  ]);
  expect(rows).toEqual([{ size: null, refusal: null }]);
});

it('a witness that names another size each time is asked three times', async () => {
  let calls = 0;
  const guest = await falseWitness(
    'false.example',
    (_, response) => void response.writeHead(409).end(`${(calls += 1)}\n`),
  );
  expect(await (await jobOf(guest)).run()).toEqual({ kind: 'failed', reason: 'it names another size each time' });
  expect(calls).toBe(3);
});

it('what is kept is a head of this log, and never an older one', async () => {
  const [witness] = witnesses;
  if (witness === undefined) throw new Error('no witness');
  await (await jobOf(witness)).run();
  const [older] = await listed();
  const size = await grow(2);
  expect(await (await jobOf(witness)).run()).toMatchObject({ kind: 'cosigned', size });
  const where = `where key = '${witness.keyText}'`;
  for (const sql of [
    `update log_witness set size = 0 ${where}`,
    `update log_witness set size = ${older?.size}, checkpoint = '${older?.checkpoint}' ${where}`,
    `update log_witness set size = null, checkpoint = null, cosigned_at = null ${where}`,
    `update log_witness set checkpoint = checkpoint || E'\\u2014 x AAAA\\n' ${where}`,
    `update log_witness set checkpoint = replace(checkpoint, 'candor-order-log', 'candor-other-log') ${where}`,
    `update log_witness set key = 'other' ${where}`,
    'delete from log_witness',
    'truncate log_witness',
  ])
    expect([sql, await tried(server.ownerPool, sql)]).toEqual([sql, 'CD010']);
  expect(await tried(server.ownerPool, `update log_witness set size = size + 1 ${where}`)).toBe('23503');
  expect(await tried(server.pools.worker, `update log_witness set due_at = now() ${where}`)).toBe('done');
});

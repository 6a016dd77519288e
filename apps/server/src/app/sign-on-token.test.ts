import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { receiptView } from '@candor/contract/trading';
import { amount } from '@candor/domain/testing/test-currency';
import { acceptanceText } from '@candor/proof/acceptance';
import { rotationText, traceKeys } from '@candor/proof/key-rotation';
import { logCheckpointText } from '@candor/proof/order-log/log-checkpoint';
import { verifyNote } from '@candor/proof/signed-note';
import { verifyReceipt } from '@candor/proof/verify-receipt';
import { webCrypto as crypto } from '@candor/proof/testing/web-crypto';
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { loadConfig } from '../platform/config/config.ts';
import { createLog } from '../platform/log/log.ts';
import { selectKeys } from '../services/proof/key-store.ts';
import { createSigner } from '../services/proof/signer.ts';
import { recordSigningKey, recordTokenKey, startSigningOnToken } from '../services/proof/signing.ts';
import { SigningAway } from '../services/signatures/signing-key.ts';
import { linkToSigner } from '../services/token/call-signer.ts';
import type { SignerLink } from '../services/token/call-signer.ts';
import { makeMember, makeSession } from '../testing/factories.ts';
import { makeClockMovable } from '../testing/movable-clock.ts';
import { placeSigned, PRICE, runOn, signClose } from '../testing/signed-orders.ts';
import { hasSoftHsm, makeSoftHsm } from '../testing/soft-hsm.ts';
import type { ServedSigner, SoftHsm } from '../testing/soft-hsm.ts';
import { createTestDb } from '../testing/test-db.ts';
import type { TestDb } from '../testing/test-db.ts';
import { startTestServer } from '../testing/test-server.ts';
import { withSigner } from './open-signer.ts';

const log = createLog('silent');
const LONG = { timeout: 30_000, interval: 50 };
const HEAD = logCheckpointText({ size: 3, root: 'ab'.repeat(32) });

/** Which child of a process is the one that signs. */
function signerOf(parent: number): number {
  const pids = readFileSync(`/proc/${parent}/task/${parent}/children`, 'utf8').trim().split(' ').map(Number);
  const found = pids.find((pid) => readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('sign-on-token.ts'));
  if (found === undefined) throw new Error('no process signs');
  return found;
}

async function statusOf(socketPath: string, path: string, bytes: Buffer): Promise<number | undefined> {
  const headers = { 'content-length': bytes.length };
  return await new Promise((resolve, reject) => {
    request({ socketPath, path, method: 'POST', headers }, (answer) => {
      answer.resume();
      resolve(answer.statusCode);
    })
      .on('error', reject)
      .end(bytes);
  });
}

it('whoever answers on the socket cannot fill the memory of a role', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'candor-signer-'));
  const socket = join(folder, 'signer');
  let sent = 0;
  const server = createServer((_asked, response) => {
    const chunk = Buffer.alloc(65_536);
    const more = (): void => {
      while (!response.destroyed && (sent += chunk.length) < 500_000_000) if (!response.write(chunk)) return;
    };
    response.on('drain', more);
    more();
  }).listen(socket);
  await once(server, 'listening');
  const link = linkToSigner(socket);
  onTestFinished(async () => {
    await link.close();
    server.closeAllConnections();
    server.close();
    rmSync(folder, { recursive: true });
  });
  await expect(link.read()).rejects.toThrow(SigningAway);
  expect(sent).toBeLessThan(10_000_000);
});

describe.skipIf(!hasSoftHsm())('a signing key on a token (skipped where softhsm2 or opensc is not installed)', () => {
  let hsm: SoftHsm;
  let db: TestDb;
  beforeAll(async () => {
    hsm = makeSoftHsm();
    for (const label of ['first', 'second']) hsm.makeKey(label);
    db = await createTestDb();
  });
  afterAll(async () => {
    await db.drop();
    hsm.remove();
  });
  const serve = async (settings: Readonly<Record<string, string>>): Promise<ServedSigner> => {
    const served = await hsm.serve(settings);
    onTestFinished(async () => await served.stop());
    return served;
  };
  const linkTo = (socket: string): SignerLink => {
    const link = linkToSigner(socket, { callMsMax: 1_000, lookEveryMs: 100 });
    onTestFinished(async () => await link.close());
    return link;
  };

  it('is introduced by the file before it, and by a token to the next key of the token', async () => {
    expect(hsm.describe('first')).toMatch(/sensitive, always sensitive, never extractable, local/);
    const file = Buffer.alloc(32, 3);
    await recordSigningKey(db.ownerPool, { tick: file, previousTick: null }, log);
    const one = await serve({ PKCS11_KEY: 'first' });
    await recordTokenKey(db.ownerPool, linkTo(one.socket), [file], log);
    const signer = await startSigningOnToken(db.pool, linkTo(one.socket));
    const note = await signer.sign(HEAD);
    expect(await signer.sign(HEAD)).toBe(note);
    expect(await verifyNote(note, [signer.key], crypto)).toMatchObject({ ok: true, value: { text: HEAD } });
    await one.stop();

    const two = await serve({ PKCS11_KEY: 'second', PKCS11_PREVIOUS_KEY: 'first' });
    // A process that was not started again yet signs with the key that it knows.
    const late = await startSigningOnToken(db.pool, linkTo(two.socket));
    await recordTokenKey(db.ownerPool, linkTo(two.socket), [file], log);
    expect(await late.sign(HEAD)).toBe(note);
    const next = await startSigningOnToken(db.pool, linkTo(two.socket));
    expect(next.key.keyHash).not.toBe(signer.key.keyHash);
    const keys = await selectKeys(db.pool);
    expect(keys.map(({ introduction }) => introduction !== null)).toEqual([true, true, false]);
    const oldest = keys.at(-1);
    if (oldest === undefined) throw new Error('a key was in use');
    const traced = await traceKeys(
      [{ ...oldest, retiredAt: null }],
      keys.flatMap(({ introduction }) => introduction ?? []),
      crypto,
    );
    expect(traced.map(({ keyHash }) => keyHash)).toEqual(keys.toReversed().map(({ keyHash }) => keyHash));
    // At later starts all of them may still be there.
    await recordTokenKey(db.ownerPool, linkTo(two.socket), [file], log);
    expect(await selectKeys(db.pool)).toEqual(keys);
  });

  it('signs what a site signs, and nothing else', async () => {
    const { socket } = await serve({ PKCS11_KEY: 'second', PKCS11_PREVIOUS_KEY: 'first' });
    const link = linkTo(socket);
    const [second = '', first = ''] = (await link.read()).keys;
    const vkeyOf = (hex: string) => createSigner(link.keyOf(Buffer.from(hex, 'hex'))).vkey;
    const stranger = createSigner(link.keyOf(Buffer.alloc(32, 9))).vkey;
    const sign = async (text: string) =>
      await link
        .keyOf(Buffer.from(second, 'hex'))
        .sign(text)
        .then(
          () => 'signed',
          (error: unknown) => (error instanceof SigningAway ? error.message : 'another error'),
        );
    const now = Date.now();
    expect(await sign(HEAD)).toBe('signed');
    expect(await sign(acceptanceText('order-1', 'a'.repeat(64), 'b'.repeat(64)))).toBe('signed');
    for (const text of ['hello\n', '', `${HEAD}more\n`, rotationText({ from: vkeyOf(second), to: stranger, at: now })])
      expect(await sign(text)).toBe('no text that a site signs');
    // Bytes that are no text, where a text may have any letter.
    const odd = Buffer.from(
      `candor-checkpoint-v1\n\xffUSD\nminute\n2026-11-03T12:01:00.000Z\n5\n2026-11-03T12:00:59.000Z\n${'a'.repeat(64)}\n${'0'.repeat(64)}\n`,
      'latin1',
    );
    expect(await statusOf(socket, `/sign/${second}`, odd)).toBe(403);
    const handOver = async (from: string, to: string, at: number) =>
      await link.handOver(rotationText({ from, to, at })).then(
        () => 'signed',
        (error: unknown) => (error instanceof SigningAway ? error.message : 'another error'),
      );
    expect(await handOver(vkeyOf(first), vkeyOf(second), now)).toBe('signed');
    expect(await handOver(vkeyOf(first), stranger, now)).toBe('no hand-over between these keys');
    expect(await handOver(vkeyOf(second), vkeyOf(first), now)).toBe('no hand-over between these keys');
    expect(await handOver(vkeyOf(first), vkeyOf(second), now - 3_600_000)).toBe('no hand-over between these keys');
  });

  it('tries a PIN that is refused once, and never writes it down', async () => {
    hsm.writePin('000000');
    onTestFinished(() => hsm.writePin('493817'));
    const served = await serve({ PKCS11_KEY: 'first', LOG_LEVEL: 'trace' });
    const link = linkTo(served.socket);
    expect((await link.read()).state).toContain('the token refuses the PIN');
    await new Promise((resolve) => setTimeout(resolve, 3_500));
    expect(served.said().match(/the token does not sign/g)).toHaveLength(1);
    hsm.writePin('493817');
    await vi.waitFor(async () => expect((await link.read()).state).toBe('ok'), LONG);
    expect(served.said()).not.toMatch(/493817|000000/);
  });

  it('is kept by a process that can do little else, and is there again after that one was killed', async () => {
    for (const [name, value] of Object.entries(hsm.settings)) vi.stubEnv(name, value);
    const config = loadConfig({ ...hsm.settings, PKCS11_KEY: 'first' });
    vi.stubEnv('PKCS11_KEY', 'first');
    vi.stubEnv('LOG_LEVEL', 'silent');
    const { config: opened, stop } = await withSigner(config, log);
    onTestFinished(stop);
    if (opened.signing === undefined || !('socket' in opened.signing)) throw new Error('no socket');
    const link = linkTo(opened.signing.socket);
    await vi.waitFor(async () => expect((await link.read()).state).toBe('ok'), LONG);
    const pid = signerOf(process.pid);
    process.kill(pid, 'SIGKILL');
    await expect(link.read()).rejects.toThrow('the process that signs does not answer');
    await vi.waitFor(async () => expect((await link.read()).state).toBe('ok'), LONG);
    expect(signerOf(process.pid)).not.toBe(pid);
  });

  it('that is away takes no order, loses none that was taken, and settles them', async () => {
    const site = await createTestDb();
    const clock = await makeClockMovable(site.ownerUrl);
    const served = await serve({ PKCS11_KEY: 'first' });
    const server = await startTestServer({ SIGNER_SOCKET: served.socket }, site);
    onTestFinished(async () => {
      await clock.close();
      await server.stop();
    });
    const token = await makeSession(server.pool, await makeMember(server.pool));
    const other = await makeSession(server.pool, await makeMember(server.pool));
    const open = await placeSigned(server, token, 'AWAYUSD', { durationSec: 5 });
    const body = { product: 'AWAYUSD', direction: 'up', durationSec: 5, stake: amount('100') };
    const key = randomUUID();

    // It hangs: what was stored is an outcome that is not known yet.
    served.signal('SIGSTOP');
    const hung = await server.call('POST', '/api/trade/orders', { token: other, key, body });
    expect([hung.status, hung.body.error]).toEqual([500, 'OUTCOME_UNKNOWN']);
    // From now on nothing is taken.
    const refused = await server.call('POST', '/api/trade/orders', { token: other, key: randomUUID(), body });
    expect(refused.body.error).toBe('ORDER_FAILED_RETRY');
    const ready = await server.call('GET', '/health/ready');
    expect([ready.status, JSON.stringify(ready.body)]).toEqual([
      503,
      expect.stringContaining('the process that signs does not answer'),
    ]);
    expect((await server.call('POST', '/api/trade/orders', { token: other, key, body })).body.error).toBe(
      'OUTCOME_UNKNOWN',
    );

    // Money does not wait for it.
    await runOn(
      server,
      open,
      [
        [0, PRICE],
        [5, PRICE + 1],
      ],
      clock,
    );
    const { rows } = await server.ownerPool.query(`select outcome from settlement where order_id = $1`, [open.id]);
    expect(rows).toEqual([{ outcome: 'won' }]);

    served.signal('SIGCONT');
    await vi.waitFor(() => expect(server.context.signer.away()).toBeUndefined(), LONG);
    const again = await server.call('POST', '/api/trade/orders', { token: other, key, body });
    expect([again.body.code, JSON.stringify(again.body.data)]).toEqual([
      200,
      expect.stringContaining('candor-acceptance'),
    ]);
    await signClose(server, open);
    const answer = await server.call('GET', `/api/trade/orders/${open.id}/receipt`, { token });
    const { receipt } = receiptView.parse(answer.body.data);
    expect(await verifyReceipt(receipt, { crypto, trustedKeys: [server.context.signer.key] })).toMatchObject({
      verdict: 'valid',
    });
  }, 120_000);
});

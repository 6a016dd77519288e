// @vitest-environment happy-dom
import { witnessKeyText } from '@candor/proof/order-log/cosignature';
import { logCheckpointText } from '@candor/proof/order-log/log-checkpoint';
import type { Receipt } from '@candor/proof/receipt';
import { makeReceipt } from '@candor/proof/testing/receipts';
import { serveLogOf } from '@candor/proof/testing/served-log';
import type { ServedLog } from '@candor/proof/testing/served-log';
import { testSigner, testWitness } from '@candor/proof/testing/web-crypto';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { readKept, removeKept } from '../../lib/kept-store.ts';
import { startLogSite } from '../../lib/testing/log-site.ts';
import type { LogSite } from '../../lib/testing/log-site.ts';
import { sampleOrder } from '../../lib/testing/sample-order.ts';
import { readAlarms } from './alarms.ts';
import { checkReceipt } from './check-receipt.ts';
import { lookAtLogIfDue } from './look-at-log.ts';

const signer = await testSigner();
const [one, two] = [await testWitness('w1'), await testWitness('w2')];
const file = await makeReceipt({}, signer);
const receipt = JSON.parse(file) as Receipt;
const { order, outcome } = receipt;
const shown = sampleOrder({
  ...order,
  logNonce: receipt.log?.nonce ?? null,
  status: 'won',
  entryPrice: outcome?.entry?.price ?? null,
  exitPrice: outcome?.exit?.price ?? null,
  profit: outcome?.profit ?? null,
});
const ours = await serveLogOf(receipt, 900);
const another = await serveLogOf({ order, log: null }, 900);

let site: LogSite;

async function note(log: ServedLog, size: number, witness: typeof one): Promise<string> {
  const text = logCheckpointText(log.head(size));
  return `${await signer.sign(text)}${await witness.cosign(text, 1_000)}`;
}

/** What the site says that its witnesses cosigned. */
function list(...notes: (string | null)[]): void {
  const items = notes.map((checkpoint, at) => ({ name: `w${at}`, key: 'k', checkpoint, size: null, cosignedAt: null }));
  site.answer('/api/log/witnesses', () => Response.json({ code: 200, msg: 'ok', data: { items } }));
}

function trust(policy: string): void {
  document.head.innerHTML = `<meta name="candor-witnesses" content="${policy}" />`;
}

async function check() {
  const { verdict, reports } = await checkReceipt(shown, async () => undefined);
  return { verdict, log: reports.find(({ key }) => key === 'log') };
}

async function alarms() {
  return readAlarms(await readKept('proof:alarms'));
}

beforeEach(async () => {
  for (const key of ['log-head', 'log-doubt', 'log-looked-at', 'alarms', 'keys']) await removeKept(`proof:${key}`);
  site = await startLogSite(signer, ours);
  site.answer('/api/trade/orders/', () => Response.json({ code: 200, msg: 'ok', data: { receipt: file } }));
  trust(`2 ${witnessKeyText(one.key)} ${witnessKeyText(two.key)}`);
});

afterEach(() => {
  document.head.innerHTML = '';
  vi.unstubAllGlobals();
});

test('a log that was not compared is not witnessed', async () => {
  list(await note(ours, 900, one), await note(ours, 900, two));
  site.answer('/api/log/checkpoint', () => new Response('', { status: 503 }));
  expect(await check()).toMatchObject({ verdict: 'provisional', log: { tie: 'open', witnessed: { count: 0 } } });
});

test('a receipt whose log enough witnesses have seen says so', async () => {
  list(await note(ours, 880, one), await note(ours, 900, two));
  expect(await check()).toMatchObject({
    verdict: 'consistent',
    log: { ended: 'ok', tie: 'tied', witnessed: { count: 2, quorum: 2 } },
  });
  expect(await alarms()).toEqual([]);
});

test('one that not yet enough have seen holds, and says that too', async () => {
  const open = { verdict: 'provisional', log: { ended: 'ok', tie: 'tied', witnessed: { count: 1, quorum: 2 } } };
  list(await note(ours, 900, one), null);
  expect(await check()).toMatchObject(open);
  list(await note(ours, 900, one), await note(ours, 200, two));
  expect(await check()).toMatchObject(open);
  list(await note(ours, 900, one), await note(ours, 900, await testWitness('w2')));
  expect(await check()).toMatchObject(open);
  site.answer('/api/log/witnesses', () => new Response('', { status: 503 }));
  expect(await check()).toMatchObject({
    verdict: 'provisional',
    log: { tie: 'tied', witnessed: { count: 0, quorum: 2 } },
  });
});

test('a witness that cosigned another log makes the receipt invalid, and raises the alarm with both heads', async () => {
  list(await note(ours, 900, one), await note(another, 900, two));
  expect(await check()).toMatchObject({ verdict: 'invalid', log: { ended: 'failed', problem: 'LOG_FORKED' } });
  expect(await alarms()).toMatchObject([
    { problem: 'LOG_FORKED', kept: await ours.checkpoint(signer), served: await note(another, 900, two) },
  ]);
});

test('the device asks them while the page is open, too', async () => {
  list(await note(another, 890, two));
  await lookAtLogIfDue();
  expect(await alarms()).toMatchObject([{ problem: 'LOG_FORKED', kept: await ours.checkpoint(signer) }]);
});

test('an app that was built without witnesses asks for none', async () => {
  trust('');
  expect(await check()).toMatchObject({ log: { tie: 'tied', witnessed: null } });
  await lookAtLogIfDue();
  expect(site.asked).not.toContain('/api/log/witnesses');
});

// @vitest-environment happy-dom
import { makeEntries } from '@candor/proof/testing/naive-tree';
import { serveLog } from '@candor/proof/testing/served-log';
import { testSigner } from '@candor/proof/testing/web-crypto';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { readKept, removeKept } from '../../lib/kept-store.ts';
import { startLogSite } from '../../lib/testing/log-site.ts';
import type { LogSite } from '../../lib/testing/log-site.ts';
import { setServerTime } from '../live/server-clock.ts';
import { putAlarmsAway, readAlarms } from './alarms.ts';
import { keptHead } from './kept-head.ts';
import { lookAtLog, lookAtLogIfDue } from './look-at-log.ts';

const ENTRIES = makeEntries(900);
const signer = await testSigner();
const early = serveLog(ENTRIES.slice(0, 600));
const ours = serveLog(ENTRIES);
const later = serveLog([...ENTRIES, ...makeEntries(300, 'more')]);
/** What another member is shown: their order is the last, and ours is not there. */
const another = serveLog([...ENTRIES.slice(0, 899), ...makeEntries(1, 'other')]);
const anotherLater = serveLog([...ENTRIES.slice(0, 899), ...makeEntries(200, 'other')]);
const dropped = serveLog([...ENTRIES.slice(0, 500), ...ENTRIES.slice(501), ...makeEntries(9, 'more')]);

let site: LogSite;
let nowMs = Date.parse('2026-11-23T09:00:00.000Z');

async function alarms() {
  return readAlarms(await readKept('proof:alarms'));
}

function pass(ms: number): void {
  nowMs += ms;
  setServerTime(new Date(nowMs).toISOString(), Date.now(), Date.now());
}

beforeEach(async () => {
  for (const key of ['proof:log-head', 'proof:log-doubt', 'proof:log-looked-at', 'proof:alarms', 'proof:keys'])
    await removeKept(key);
  await putAlarmsAway();
  pass(0);
  site = await startLogSite(signer, ours);
});

afterEach(() => vi.unstubAllGlobals());

test('it keeps the first head it is shown, then each that is proven to contain the kept one, by a few tiles', async () => {
  await site.show(early);
  expect((await lookAtLog()).head).toMatchObject(early.head());
  expect(await keptHead()).toEqual({ ...early.head(), note: await early.checkpoint(signer) });
  expect(site.asked.filter((path) => path.includes('/tile/'))).toEqual([]);

  site.asked.length = 0;
  await site.show(later);
  await lookAtLog();
  expect(await keptHead()).toMatchObject(later.head());
  expect(site.asked.filter((path) => path.includes('/tile/')).length).toBeLessThan(6);
  expect(await alarms()).toEqual([]);
});

test('it looks at most once in five minutes', async () => {
  await lookAtLogIfDue();
  expect(await keptHead()).toMatchObject(ours.head());
  site.asked.length = 0;
  pass(4 * 60_000);
  await lookAtLogIfDue();
  expect(site.asked).toEqual([]);
  pass(61_000);
  await lookAtLogIfDue();
  expect(site.asked).toEqual(['/api/log/checkpoint']);
});

test('two logs for two members: another root of the kept size raises the alarm with both signed heads', async () => {
  await lookAtLog();
  await site.show(another);
  const { head } = await lookAtLog();
  expect(await alarms()).toEqual([
    {
      product: '',
      slot: expect.any(String) as string,
      problem: 'LOG_ROOT_DIFFERS',
      kept: await ours.checkpoint(signer),
      served: await another.checkpoint(signer),
      orderId: null,
      tiles: {},
    },
  ]);
  // What was kept stays, and is what receipts are compared with.
  expect(head).toMatchObject(ours.head());
  expect(await keptHead()).toMatchObject(ours.head());
});

test.each([
  ['two logs for two members, seen once the other one has grown', anotherLater],
  ['a dropped order', dropped],
])('%s: the alarm has both signed heads and the tiles between them', async (_, log) => {
  await lookAtLog();
  await site.show(log);
  await lookAtLog();
  const [alarm] = await alarms();
  expect(alarm).toMatchObject({ problem: 'LOG_FORKED', kept: await ours.checkpoint(signer) });
  expect(alarm?.served).toBe(await log.checkpoint(signer));
  const paths = Object.keys(alarm?.tiles ?? {});
  expect(paths.length).toBeGreaterThan(0);
  expect(paths.every((path) => path.startsWith('tile/'))).toBe(true);
  expect(await keptHead()).toMatchObject(ours.head());
});

test('a log that was rolled back raises the alarm if it still is a minute later', async () => {
  await lookAtLog();
  await site.show(early);
  await lookAtLog();
  expect(await alarms()).toEqual([]);
  pass(58_000);
  await lookAtLog();
  expect(await alarms()).toEqual([]);
  pass(3_000);
  await lookAtLog();
  expect(await alarms()).toMatchObject([{ problem: 'LOG_SHRANK', served: await early.checkpoint(signer) }]);
  expect(await keptHead()).toMatchObject(ours.head());
});

test('a machine that was behind for a moment raises none, and a head that stays behind does', async () => {
  await lookAtLog();
  await site.show(ours, 600);
  await lookAtLog();
  pass(9 * 60_000);
  await lookAtLog();
  await site.show(ours);
  await lookAtLog();
  expect(await readKept('proof:log-doubt')).toBeUndefined();
  await site.show(ours, 600);
  await lookAtLog();
  pass(9 * 60_000);
  await lookAtLog();
  expect(await alarms()).toEqual([]);
  expect(await keptHead()).toMatchObject(ours.head());
  pass(61_000);
  await lookAtLog();
  expect(await alarms()).toMatchObject([{ problem: 'LOG_BEHIND' }]);
});

test('a smaller head of another log raises the alarm at once, if the tiles of the kept one are served', async () => {
  await lookAtLog();
  await site.show({ ...dropped, readTile: ours.readTile }, 700);
  await lookAtLog();
  expect(await alarms()).toMatchObject([{ problem: 'LOG_FORKED' }]);
});

test('tiles that are not served raise the alarm if they still are not a minute later; a fault of the network never', async () => {
  await lookAtLog();
  await site.show(later);
  site.answer('/api/log/tile/', () => new Response('', { status: 503 }));
  await expect(lookAtLog()).rejects.toMatchObject({ key: 'NETWORK_ERROR' });
  pass(10 * 60_000);
  await expect(lookAtLog()).rejects.toMatchObject({ key: 'NETWORK_ERROR' });
  expect(await alarms()).toEqual([]);

  site.answer('/api/log/tile/', () => new Response(new Uint8Array(31)));
  await lookAtLog();
  pass(61_000);
  await lookAtLog();
  expect(await alarms()).toMatchObject([{ problem: 'LOG_INCOMPLETE' }]);
});

test('a head that nobody signed, or none, raises the alarm if it lasts', async () => {
  await lookAtLog();
  site.answer('/api/log/checkpoint', () => new Response('<html>', { status: 200 }));
  await lookAtLog();
  pass(61_000);
  site.answer('/api/log/checkpoint', () => new Response('404', { status: 404 }));
  await lookAtLog();
  expect(await alarms()).toMatchObject([{ problem: 'NOTE_MALFORMED', kept: await ours.checkpoint(signer) }]);
});

test('a site from before the order log raises none', async () => {
  site.answer('/api/log/checkpoint', () => new Response('404', { status: 404 }));
  expect((await lookAtLog()).head).toBeNull();
  expect(await readKept('proof:log-doubt')).toBeUndefined();
});

test('a head by a key that this device cannot trace is an alarm about the key', async () => {
  await lookAtLog();
  const stranger = await testSigner();
  await startLogSite(stranger, later);
  await lookAtLog();
  expect(await alarms()).toMatchObject([{ problem: 'KEY_REPLACED' }]);
  expect(await keptHead()).toMatchObject(ours.head());
});

test('once the member has put the alarm away, the device follows what the site shows', async () => {
  await lookAtLog();
  await site.show(dropped);
  await lookAtLog();
  expect((await alarms()).length).toBe(1);
  await putAlarmsAway();
  expect(await keptHead()).toBeNull();
  await lookAtLog();
  expect(await keptHead()).toMatchObject(dropped.head());
});

test('of two tabs that compare at once, the second keeps nothing that was not compared with the first', async () => {
  await site.show(early);
  await lookAtLog();
  const bothLook = async () => await Promise.all([lookAtLog(), lookAtLog()]);
  await site.show(later);
  await bothLook();
  expect(await keptHead()).toMatchObject(later.head());
});

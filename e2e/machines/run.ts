/**
 * `npm run test:machines [-- minutes [seed]]`: a site of many processes whose parts are killed, frozen and cut off all the time,
 * while members trade and write down every answer. At the end nothing that was acknowledged is lost or changed, nothing is stuck,
 * money is conserved, every receipt is valid, every picture is there, and every member knows of every settlement.
 */
import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { readReceipt } from '@candor/contract/calls/trading';
import { pathOf } from '@candor/contract/operation';
import { receiptView } from '@candor/contract/trading';
import { verifyReceipt } from '@candor/proof/verify-receipt';
import { nodeCrypto } from '../../apps/server/src/services/receipts/node-crypto.ts';
import { createPool, WITHOUT_HURRY } from '../../apps/server/src/platform/db/pool.ts';
import { ROLES, roleName } from '../../apps/server/src/platform/db/roles.ts';
import { hasNatsServer, makeNatsServer } from '../../apps/server/src/testing/nats-server.ts';
import { startS3Server } from '../../apps/server/src/testing/s3-server.ts';
import { startPostgresPair } from '../../apps/server/src/testing/postgres-pair.ts';
import type { Node } from '../../apps/server/src/testing/postgres-pair.ts';
import { makeTestDataDir, removeTestDataDir } from '../../apps/server/src/testing/postgres-setup.ts';
import { checkBook, waitUntilSettled } from '../faults/check-book.ts';
import { childPidsOf } from '../faults/child-processes.ts';
import { pause } from '../faults/server-process.ts';
import { createTrader } from '../faults/trader.ts';
import type { Trader } from '../faults/trader.ts';
import { readProducts } from '../support/member-api.ts';
import { auditOnce, keyOf } from '../support/soak-audit.ts';
import { MACHINES, planOf } from './plan.ts';
import type { DatabaseFault, MachineFault, Plan } from './plan.ts';
import { makeMachine, PREPARES } from './processes.ts';
import type { Machine } from './processes.ts';
import { readNews } from './news.ts';
import { keepAlbum } from './pictures.ts';
import { canStepClocks, clockSettings } from './step-clock.ts';

const MEMBERS = 24;
const PASSWORD = 'machines';
const READY_MS_MAX = 180_000;
/** After the last fault. */
const ANSWER_MS_MAX = 120_000;
/** Between two receipts of one member: all members together ask from one address. */
const RECEIPT_MS = 120;

const [minutes = 3, seed = Date.now() % 1_000_000] = process.argv.slice(2).map(Number);
if (!(minutes > 0) || !Number.isSafeInteger(seed)) throw new Error('Usage: npm run test:machines -- [minutes [seed]]');

async function run(plan: Plan): Promise<boolean> {
  console.log(
    `${minutes} minutes with seed ${seed}: ${plan.machines.length} faults of processes, ${plan.database.length} of the database`,
  );
  if (!hasNatsServer())
    console.log('nats-server or openssl is not installed: news travels over the database, and is not cut off alone');
  if (!canStepClocks()) console.log('libfaketime is not installed: no clock is stepped');
  const folder = makeTestDataDir();
  const machines: Machine[] = [];
  const clock = join(folder, 'clock-database');
  writeFileSync(clock, '+0', { mode: 0o644 });
  const pair = await startPostgresPair(clockSettings(clock));
  const nats = hasNatsServer() ? await makeNatsServer() : null;
  const files = await startS3Server();
  let [primary, standby]: [Node, Node] = [pair.primary, pair.standby];
  const done: Record<string, number> = {};
  const count = (what: string): void => void (done[what] = (done[what] ?? 0) + 1);
  try {
    await nats?.start();
    mkdirSync(join(folder, 'data'), { mode: 0o700 });
    const caFile = join(folder, 'ca.pem');
    writeFileSync(caFile, nats?.ca ?? '');
    await makeLogins(pair.urlOf(primary));
    for (const name of MACHINES)
      machines.push(
        await makeMachine(name, {
          folder,
          databasePorts: [primary.port, standby.port],
          password: PASSWORD,
          ownerUrlOf: pair.urlOf,
          files: files.login,
          news: nats === null ? null : { port: nats.port, urlAt: nats.urlAt, caFile },
        }),
      );
    const [first, ...others] = machines.toSorted((a, b) => Number(a.name !== PREPARES) - Number(b.name !== PREPARES));
    first?.start();
    await until('the database is prepared', async () => await isPrepared(pair.urlOf(primary)));
    for (const machine of others) machine.start();
    const sites = machines.filter(({ name }) => name.startsWith('http'));
    let turn = 0;
    const baseUrl = (): string => `http://127.0.0.1:${sites[(turn += 1) % sites.length]?.port}`;
    for (const { port } of sites)
      await until('prices come', async () =>
        (await readProducts(`http://127.0.0.1:${port}`)).some(({ last }) => last !== null),
      );
    const trader = await createTrader({ baseUrl }, MEMBERS, ANSWER_MS_MAX);
    const readers = Array.from({ length: MEMBERS }, (_, member) => readNews(member, trader.token(member), baseUrl));
    const album = keepAlbum(trader, MEMBERS, baseUrl);
    trader.start();
    album.start();

    const startedMs = performance.now();
    const stepMachine = async (fault: MachineFault): Promise<void> => {
      const machine = machines.find(({ name }) => 'machine' in fault && name === fault.machine);
      if (fault.kind === 'killNews') {
        if (nats === null) return;
        await nats.kill();
        await pause(fault.forMs);
        await nats.start();
      } else if (fault.kind === 'files') {
        files.fault = () => fault.how;
        await pause(fault.forMs);
        files.fault = () => undefined;
      } else if (fault.kind === 'kill') await machine?.kill(fault.forMs);
      else if (fault.kind === 'freeze') await machine?.freeze(fault.forMs);
      else if (fault.kind === 'cut') await machine?.cut(fault.from, fault.forMs);
      else {
        if (!canStepClocks()) return;
        machine?.stepClock(fault.bySec);
        await pause(fault.forMs);
      }
      count(fault.kind);
      if (process.env['MACHINES_TELL'] !== undefined) say(JSON.stringify(fault));
    };
    const stepDatabase = async (fault: DatabaseFault): Promise<void> => {
      if (fault.kind === 'clock') {
        if (!canStepClocks()) return;
        writeFileSync(clock, fault.bySec < 0 ? String(fault.bySec) : `+${fault.bySec}`);
        await pause(fault.forMs);
        writeFileSync(clock, '+0');
        count('clock of the database');
        return;
      }
      if (fault.kind === 'stall') {
        const pids = [primary.pid(), ...childPidsOf(primary.pid())];
        signalAll(pids, 'SIGSTOP');
        await pause(fault.forMs);
        signalAll(pids, 'SIGCONT');
      } else if (fault.kind === 'failover') {
        await primary.kill();
        await pause(fault.forMs);
        await pair.promote(standby);
        // As Patroni does: alone it confirms alone, until its standby is there.
        await pair.waitForStandby(standby, false);
        [primary, standby] = [standby, primary];
        await pair.follow(standby, primary);
      } else {
        const node = fault.kind === 'killPrimary' ? primary : standby;
        await node.kill();
        await pause(fault.forMs);
        await node.restart();
      }
      count(fault.kind);
      if (process.env['MACHINES_TELL'] !== undefined) say(JSON.stringify(fault));
      // The next loss of the primary must find everything on the standby.
      await until('the standby follows', async () => await isFollowed(pair.urlOf(primary)));
    };
    await Promise.all([inTurn(plan.machines, stepMachine, startedMs), inTurn(plan.database, stepDatabase, startedMs)]);
    const faultMs = performance.now() - startedMs;
    say('the last fault is over; every command gets its answer now');
    const stopped = await Promise.all([trader.stop(), album.stop()]).then(
      () => undefined,
      (error: unknown) => String(error),
    );

    const owner = createPool({ url: pair.urlOf(primary, standby), max: 2, name: 'machines-owner', ...WITHOUT_HURRY });
    const broken: string[] = stopped === undefined ? [] : [`no answer: ${stopped}`];
    const attempt = async (what: string, work: () => Promise<void>): Promise<void> => {
      say(what);
      await work().catch(
        (error: unknown) => void broken.push(`${what}: ${error instanceof Error ? error.message : String(error)}`),
      );
    };
    try {
      await attempt('stuck', async () => await waitUntilSettled(owner));
      const unknown = trader.book.filter((entry) => entry.unknown > 0);
      await attempt(`${unknown.length} commands that were of unknown outcome`, async () => {
        for (const entry of unknown) await trader.resend(entry);
      });
      await attempt('stuck', async () => await waitUntilSettled(owner));
      await attempt('the book', async () => await checkBook(owner, trader, true));
      await attempt('receipts', async () => await checkReceipts(trader));
      await attempt('news', async () => {
        const missed = await Promise.all(
          readers.map(async (reader, member) => await reader.unheard(acceptedOf(trader, member), trader)),
        );
        if (missed.flat().length > 0) throw new Error(missed.flat().join(', '));
      });
      await attempt('pictures', async () => {
        const missing = await album.missing(sites.map(({ port }) => `http://127.0.0.1:${port}`));
        if (missing.length > 0) throw new Error(missing.join(', '));
      });
      await attempt('the audit', async () => await audit(baseUrl(), folder));
      await attempt('prices', async () => await pricesCome(sites));
      const { rows } = await owner.query<{ lost: number; voided: number; late: number }>(FIGURES);
      const accepted = trader.book.filter(({ answers }) => typeof answers[0]?.told === 'object').length;
      const answers = trader.book.reduce((sum, entry) => sum + entry.answers.length, 0);
      console.log(
        `${(faultMs / 1_000).toFixed(0)} s: ${killsOf(done)} kills (${Object.entries(done)
          .map(([what, n]) => `${what} ${n}`)
          .join(', ')})\n` +
          `${answers} acknowledgements, ${accepted} of them orders; ${trader.book.filter(({ unknown }) => unknown > 0).length} commands were first of unknown outcome\n` +
          `news: ${readers.reduce((sum, reader) => sum + reader.heard(), 0)} settlements heard, ${readers.reduce((sum, reader) => sum + reader.reads(), 0)} times read again\n` +
          `${album.kept()} pictures, each read at both sites\n` +
          `${rows[0]?.lost} s without a tick of BTCUSDT, ${rows[0]?.voided} orders void, settled ${rows[0]?.late} s late at most`,
      );
    } finally {
      await owner.end();
      for (const reader of readers) reader.stop();
    }
    for (const machine of machines)
      if (machine.deaths() > 0) console.log(`${machine.name} ended ${machine.deaths()} times by itself`);
    for (const line of broken) console.log(`✗ ${line}`);
    if (broken.length > 0) for (const machine of machines) console.log(`--- ${machine.name}\n${machine.lastLines()}`);
    console.log(
      broken.length === 0 ? '0 lost, 0 changed, 0 stuck' : `${broken.length} promises were broken with seed ${seed}`,
    );
    return broken.length === 0;
  } catch (error) {
    for (const machine of machines) console.log(`--- ${machine.name}\n${machine.lastLines()}`);
    throw error;
  } finally {
    await Promise.all(machines.map(async (machine) => await machine.stop()));
    await nats?.remove();
    await files.stop();
    await pair.stop();
    if (existsSync(folder)) {
      rmSync(join(folder, 'data'), { recursive: true, force: true });
      removeTestDataDir(folder);
    }
  }
}

function say(what: string): void {
  console.log(`${(performance.now() / 1_000).toFixed(0).padStart(5)} s  ${what}`);
}

async function inTurn<Fault>(
  all: readonly { afterMs: number; fault: Fault }[],
  step: (fault: Fault) => Promise<void>,
  startedMs: number,
): Promise<void> {
  for (const { afterMs, fault } of all) {
    await pause(afterMs);
    // What the machine needed to mend is not in the plan.
    if (performance.now() - startedMs > minutes * 60_000) return;
    await step(fault);
  }
}

/** As deploy/make-logins.sh makes them, with room for processes that were just killed. */
async function makeLogins(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  for (const role of ROLES) await client.query(`create role ${roleName(role)} login password '${PASSWORD}'`);
  await client.end();
}

async function isPrepared(url: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const { rows } = await client.query<{ n: number }>('select count(*)::int as n from product');
    return (rows[0]?.n ?? 0) > 0;
  } finally {
    await client.end();
  }
}

async function isFollowed(url: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const { rowCount } = await client.query(
      `select from pg_stat_replication where sync_state = 'sync' and state = 'streaming'`,
    );
    return rowCount === 1;
  } finally {
    await client.end();
  }
}

async function until(what: string, holds: () => Promise<boolean>): Promise<void> {
  const deadline = Date.now() + READY_MS_MAX;
  while (!(await holds().catch(() => false))) {
    if (Date.now() > deadline) throw new Error(`not in time: ${what}`);
    await pause(200);
  }
}

function signalAll(pids: readonly number[], signal: NodeJS.Signals): void {
  for (const pid of pids)
    try {
      process.kill(pid, signal);
    } catch {
      // It is gone.
    }
}

function killsOf(done: Readonly<Record<string, number>>): number {
  return ['kill', 'killNews', 'killPrimary', 'killStandby', 'failover'].reduce(
    (sum, what) => sum + (done[what] ?? 0),
    0,
  );
}

function acceptedOf(trader: Trader, member?: number): string[] {
  return trader.book.flatMap((entry) => {
    const told = entry.answers[0]?.told;
    return typeof told === 'object' && (member === undefined || entry.member === member) ? [told.id] : [];
  });
}

async function checkReceipts(trader: Trader): Promise<void> {
  const wrong: string[] = [];
  const checkMember = async (member: number): Promise<void> => {
    for (const id of acceptedOf(trader, member)) {
      const { receipt } = receiptView.parse(await readPatiently(trader, member, pathOf(readReceipt, { id })));
      const { verdict, steps } = await verifyReceipt(receipt, { crypto: nodeCrypto });
      if (verdict === 'invalid') wrong.push(`${id}: ${JSON.stringify(steps.filter(({ ok }) => !ok))}`);
      await pause(RECEIPT_MS);
    }
  };
  await Promise.all(Array.from({ length: MEMBERS }, async (_, member) => await checkMember(member)));
  if (wrong.length > 0) throw new Error(wrong.join('\n'));
}

/** One address may ask only so much, and all members are behind one; a site that just came back may be short of connections. */
async function readPatiently(trader: Trader, member: number, path: string): Promise<unknown> {
  const deadline = Date.now() + ANSWER_MS_MAX;
  for (;;) {
    try {
      return await trader.read(member, path);
    } catch (error) {
      if (!(error instanceof Error && /^HTTP (429|5\d\d)$/.test(error.message)) || Date.now() > deadline) throw error;
      await pause(1_000);
    }
  }
}

async function audit(origin: string, folder: string): Promise<void> {
  const state = join(folder, 'audit');
  mkdirSync(state);
  const { orders, findings } = await auditOnce(origin, await keyOf(origin), state);
  if (orders.wrong > 0 || findings.length > 0) throw new Error(JSON.stringify({ orders, findings }));
}

async function pricesCome(sites: readonly Machine[]): Promise<void> {
  for (const { port } of sites) {
    const last = async () =>
      (await readProducts(`http://127.0.0.1:${port}`)).find(({ code }) => code === 'BTCUSDT')?.last;
    const before = JSON.stringify(await last());
    await until(`prices move at ${port}`, async () => JSON.stringify(await last()) !== before);
  }
}

const FIGURES = `select
  (select coalesce(sum(gap - 1), 0)::int from (
    select extract(epoch from at - lag(at) over (order by seq)) as gap from tick where product = 'BTCUSDT') gaps where gap > 1) as lost,
  (select count(*)::int from settlement where outcome = 'voided') as voided,
  (select coalesce(ceil(max(extract(epoch from s.settled_at - o.closes_at))), 0)::int from settlement s join trade_order o on o.id = s.order_id) as late`;

process.exitCode = (await run(planOf(seed, minutes * 60_000))) ? 0 : 1;

import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { availableParallelism } from 'node:os';
import { childPidOf } from '../e2e/faults/child-processes.ts';
import { checkBook, waitUntilSettled } from '../e2e/faults/check-book.ts';
import { createSite, pause, until } from '../e2e/faults/server-process.ts';
import type { Site } from '../e2e/faults/server-process.ts';
import { createTrader } from '../e2e/faults/trader.ts';
import type { Trader } from '../e2e/faults/trader.ts';
import { report } from './lib/report.ts';
import type { Figure } from './lib/report.ts';
import { median, percentile } from './lib/statistics.ts';

/**
 * A site on a machine that other programs keep busy: how long a start takes, whether anything healthy is ended, whether what hangs
 * is found, and whether every order that was answered is still there (decision 098).
 */
const SEC = 1_000;
const FEW = 4 * availableParallelism();
const MANY = 20 * availableParallelism();
const BUSY_SEC = Number(process.env['BUSY_SEC'] ?? 600);
const START_SEC = 60;

let loops: ChildProcess | undefined;

/** Busy loops that end by themselves too. In the session of the site: Linux divides a processor among sessions first. */
function startLoops(count: number, secMax: number): void {
  const script = `i=0; while [ $i -lt ${count} ]; do (while :; do :; done) & i=$((i+1)); done; wait`;
  loops = spawn('timeout', [String(secMax), 'sh', '-c', script], { stdio: 'ignore' });
}

function endLoops(): void {
  if (loops?.pid !== undefined && loops.exitCode === null) process.kill(-loops.pid, 'SIGKILL');
  loops = undefined;
}

function seconds(fromMs: number): string {
  return `${((performance.now() - fromMs) / SEC).toFixed(1)} s`;
}

/** The processes that were ended or died since the start. */
function ended(site: Site): string[] {
  return site
    .output()
    .split('\n')
    .filter((line) => /process (died|ended)|is ended|could not start|is restarted|ended unexpectedly/.test(line));
}

async function answerMs(site: Site): Promise<number | undefined> {
  const from = performance.now();
  const answer = await fetch(`${site.baseUrl()}/api/market/products`, { signal: AbortSignal.timeout(30 * SEC) }).catch(
    () => undefined,
  );
  await answer?.arrayBuffer().catch(() => undefined);
  return answer?.ok === true ? performance.now() - from : undefined;
}

async function measureAnswers(site: Site, forSec: number): Promise<{ times: number[]; failed: number }> {
  const times: number[] = [];
  let failed = 0;
  for (const endsAt = performance.now() + forSec * SEC; performance.now() < endsAt; await pause(200)) {
    const ms = await answerMs(site);
    if (ms === undefined) failed += 1;
    else times.push(ms);
  }
  return { times, failed };
}

function accepted(trader: Trader): number {
  return trader.book.filter(({ answers: [first] }) => typeof first?.told === 'object').length;
}

const figures: Figure[] = [];
function put(what: string, value: string, runs = ''): void {
  console.log(`${what}: ${value} ${runs}`);
  figures.push([what, value, runs]);
}

async function freshStart(): Promise<Site> {
  const site = createSite();
  startLoops(FEW, 300);
  const from = performance.now();
  await site.start();
  put(`A fresh start beside ${FEW} busy loops`, seconds(from), 'until it serves, database made and filled');
  put(`Processes ended in that start`, String(ended(site).length), ended(site).join(' '));
  const { times, failed } = await measureAnswers(site, 20);
  put(
    `Answers of http beside ${FEW} busy loops`,
    `${Math.round(median(times))} ms`,
    `median of ${times.length}; 95 % within ${Math.round(percentile(Float64Array.from(times), 0.95))} ms; ${failed} failed`,
  );
  endLoops();
  return site;
}

async function busyMinutes(site: Site): Promise<void> {
  const trader = await createTrader(site, 4, (BUSY_SEC + 600) * SEC);
  trader.start();
  await until(() => accepted(trader) > 10);
  startLoops(MANY, BUSY_SEC + 300);
  const before = accepted(trader);
  const { times, failed } = await measureAnswers(site, BUSY_SEC);
  put(`Processes ended in ${BUSY_SEC} s beside ${MANY} busy loops`, String(ended(site).length), ended(site).join(' '));
  put(
    `Answers of http beside ${MANY} busy loops`,
    `${Math.round(median(times))} ms`,
    `median of ${times.length}; 95 % within ${Math.round(percentile(Float64Array.from(times), 0.95))} ms; ${failed} failed`,
  );
  put(`Orders accepted meanwhile`, String(accepted(trader) - before));
  const stoppedAt = performance.now();
  process.kill(childPidOf(site.pid(), 'console'), 'SIGSTOP');
  await until(() => site.output().includes('The console process died'), 300 * SEC);
  put(`A process that was stopped is found, beside ${MANY} busy loops`, seconds(stoppedAt));
  endLoops();
  await trader.stop();
  const owner = site.openOwner();
  try {
    await waitUntilSettled(owner);
    for (const entry of trader.book.filter((one) => one.unknown > 0 || one.answers.length === 0))
      await trader.resend(entry);
    await waitUntilSettled(owner);
    await checkBook(owner, trader, true);
    const { rows } = await owner.query<{ n: bigint }>(
      `select count(*) as n from settlement where reason = 'NOT_LOGGED'`,
    );
    const late = `${String(rows[0]?.n)} void because the order log was late`;
    put(`Acknowledged orders that were lost or changed`, '0', `of ${accepted(trader)}; ${late}`);
  } finally {
    await owner.end();
  }
}

async function lateStart(): Promise<void> {
  const site = createSite();
  try {
    startLoops(MANY, START_SEC + 60);
    const from = performance.now();
    const started = site.start();
    await pause(START_SEC * SEC);
    const isUp = site.output().includes('Candor is running');
    endLoops();
    const freeFrom = performance.now();
    await started;
    put(
      `A fresh start beside ${MANY} busy loops that end after ${START_SEC} s`,
      seconds(from),
      isUp ? 'it was up before they ended' : `${seconds(freeFrom)} after they ended`,
    );
    put(`Processes ended in that start`, String(ended(site).length), ended(site).join(' '));
    console.log(
      site
        .output()
        .split('\n')
        .filter((line) => line.includes('Still starting'))
        .join('\n'),
    );
  } finally {
    await site.remove();
  }
}

process.on('exit', endLoops);
const site = await freshStart();
try {
  await busyMinutes(site);
} finally {
  endLoops();
  await site.remove();
}
await lateStart();
await report('busy-machine', 'A busy machine', figures);

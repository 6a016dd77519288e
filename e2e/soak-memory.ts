/**
 * `npm run soak -- memory [minutes]`: whether a site grows. 500 sockets listen to every product while members place orders all
 * the time, for two hours. The memory of each role is read twice a minute; what the last quarter has more than the second one is
 * its drift. The first quarter warms up and does not count. Fails from 5 % in any role.
 */
import { fork } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { MEMBER_TOPIC } from '@candor/contract/live';
import { median } from '../bench/lib/statistics.ts';
import { postgresTree } from '../apps/server/src/platform/db/embedded/process-table.ts';
import { childPidOf } from './faults/child-processes.ts';
import { createSite, pause } from './faults/server-process.ts';
import type { Site } from './faults/server-process.ts';
import { readProducts, registerMember } from './support/member-api.ts';
import { placeOne } from './support/soak-audit.ts';

const SOCKETS = 500;
const MEMBERS = 10;
const LOOK_MS = 30_000;
const DRIFT_MAX = 0.05;
const QUARTERS = 4;
const ROLES = ['http', 'feed', 'worker', 'console'] as const;
const CLIENTS = fileURLToPath(new URL('../bench/lib/fan-out-clients.ts', import.meta.url));

const [minutes = 120] = process.argv.slice(2).map(Number);
if (!Number.isSafeInteger(minutes) || minutes < QUARTERS) throw new Error('Usage: npm run soak -- memory [minutes]');

/** MB that each role has now, and all processes of the database together. */
function readMemory(site: Site): Map<string, number> {
  const memory = new Map<string, number>();
  for (const role of ROLES) memory.set(role, memoryMb([childPidOf(site.pid(), role)]));
  memory.set('parent', memoryMb([site.pid()]));
  memory.set('database', memoryMb(postgresTree(null, `${site.dataDir}/postgres`)));
  return memory;
}

/** Memory of a process's own, in MB: what it shares with others would count once for each. 0 for one that is gone. */
function memoryMb(pids: readonly number[]): number {
  let kb = 0;
  for (const pid of pids) kb += ownKb(pid);
  return kb / 1024;
}

function ownKb(pid: number): number {
  try {
    const rollup = readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8');
    return ['Private_Clean', 'Private_Dirty'].reduce(
      (sum, name) => sum + Number(new RegExp(String.raw`^${name}:\s+(\d+)`, 'm').exec(rollup)?.[1] ?? 0),
      0,
    );
  } catch {
    return 0;
  }
}

async function openSockets(site: Site): Promise<ChildProcess> {
  const topics = [MEMBER_TOPIC, ...(await readProducts(site.baseUrl())).map(({ code }) => `tick:${code}`)];
  const url = `${site.baseUrl().replace('http', 'ws')}/ws`;
  const clients = fork(CLIENTS, [url, `${SOCKETS}`, JSON.stringify({ op: 'sub', topics })]);
  await once(clients, 'message');
  return clients;
}

const site = createSite(1);
const over = new AbortController();
let [placed, refused, closed] = [0, 0, 0];
try {
  await site.startByScript();
  const clients = await openSockets(site);
  const members = await Promise.all(Array.from({ length: MEMBERS }, async () => await registerMember(site.baseUrl())));
  const placing = Promise.all(
    members.map(async (member, index) => {
      while (!over.signal.aborted) {
        // A busy machine refuses some, for their price or their moment: what is looked for here is memory.
        const isPlaced = await placeOne(site.baseUrl(), member, index + placed, Infinity).catch((error: unknown) => {
          if (refused === 0) console.log('first refusal:', error);
          refused += 1;
          return false;
        });
        if (isPlaced) placed += 1;
        await pause(1_000);
      }
    }),
  );
  const looks: Map<string, number>[] = [];
  for (let index = 0; index < minutes * (60_000 / LOOK_MS); index += 1) {
    await pause(LOOK_MS);
    looks.push(readMemory(site));
    if (index % 20 === 0)
      console.log(`minute ${Math.round((index + 1) / 2)}: ${text(looks.at(-1))}; ${placed} orders, ${refused} refused`);
  }
  over.abort();
  await placing;
  clients.on('message', (reply: { closed?: number }) => (closed = reply.closed ?? closed));
  const answered = once(clients, 'message');
  clients.send('count');
  await answered;
  clients.kill();
  console.log(`${minutes} minutes, ${SOCKETS} sockets (${closed} were closed), ${placed} orders, ${refused} refused`);
  for (const role of looks[0]?.keys() ?? []) {
    const of = (quarter: number): number =>
      median(
        looks
          .slice(Math.floor((looks.length * quarter) / QUARTERS), Math.floor((looks.length * (quarter + 1)) / QUARTERS))
          .map((look) => look.get(role) ?? 0),
      );
    const [before, after] = [of(1), of(QUARTERS - 1)];
    const drift = after / before - 1;
    console.log(`${role}: ${before.toFixed(1)} → ${after.toFixed(1)} MB, ${(drift * 100).toFixed(1)} %`);
    // Some pages of the database's memory are touched later than others: it is told, and not judged.
    if (role !== 'database' && !(drift < DRIFT_MAX)) process.exitCode = 1;
  }
  if (closed > 0 || placed === 0) process.exitCode = 1;
} finally {
  over.abort();
  await site.remove();
}
process.exit();

function text(memory: ReadonlyMap<string, number> | undefined): string {
  return Array.from(memory ?? [], ([role, mb]) => `${role} ${mb.toFixed(0)} MB`).join(', ');
}

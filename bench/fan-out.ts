import { fork } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { MEMBER_TOPIC } from '@candor/contract/live';
import { WebSocket, WebSocketServer } from 'ws';
import * as z from 'zod/mini';
import { createSite } from '../e2e/faults/server-process.ts';
import { listen, openHub, second, TOPICS } from './lib/fan-out-hub.ts';
import { report } from './lib/report.ts';
import type { Figure } from './lib/report.ts';
import { grouped, median } from './lib/statistics.ts';

/**
 * The ticks of 14 products to 2,000 sockets through the live hub, and through the minimum with `ws`: one send for each tick and socket.
 * This process serves both in turns, to readers in another process. Then the memory of 10,000 sockets, and how late the ticks of a
 * whole site are, with its feed, its workers and its database on the same machine. `SITE=off` leaves that out.
 */
const SOCKETS = 2_000;
const MANY_SOCKETS = 10_000;
const ROUNDS = 3;
const BURST = 20;
const PACED = 8;
const PACE_MS = 1_000;
const SITE_SECONDS = 30;
const CLIENTS = fileURLToPath(new URL('lib/fan-out-clients.ts', import.meta.url));
const HUB = fileURLToPath(new URL('lib/fan-out-hub.ts', import.meta.url));
const GREETING = JSON.stringify({ op: 'sub', topics: TOPICS });

const hubReply = z.object({ port: z.number(), sockets: z.number(), rssMb: z.number() });

interface Reply {
  received: number;
  p99Ms: number;
  closed: number;
}

interface Contestant {
  publishSecond: () => void;
  clients: ChildProcess;
}

function isReply(message: unknown): message is Reply {
  return typeof message === 'object' && message !== null && 'received' in message && 'p99Ms' in message;
}

async function ask(child: ChildProcess, question: string): Promise<unknown> {
  const answer = once(child, 'message');
  child.send(question);
  const [reply] = (await answer) as unknown[];
  return reply;
}

async function askClients(clients: ChildProcess, question: 'reset' | 'count' | 'report'): Promise<Reply> {
  const reply = await ask(clients, question);
  if (!isReply(reply)) throw new Error('the readers gave no figures');
  return reply;
}

async function connect(url: string, count: number, greeting: string): Promise<ChildProcess> {
  const clients = fork(CLIENTS, [url, `${count}`, greeting]);
  await once(clients, 'message');
  return clients;
}

async function enterHub(): Promise<Contestant> {
  const { hub, port } = await openHub(SOCKETS);
  return {
    publishSecond: () => {
      for (const [topic, tick] of second()) hub.publish(topic, tick);
    },
    clients: await connect(`ws://127.0.0.1:${port}/ws`, SOCKETS, GREETING),
  };
}

async function enterBare(): Promise<Contestant> {
  const { server, port } = await listen();
  const sockets = new WebSocketServer({ server, perMessageDeflate: false });
  return {
    publishSecond: () => {
      for (const [topic, tick] of second()) {
        const bytes = Buffer.from(JSON.stringify({ topic, d: tick }));
        for (const socket of sockets.clients)
          if (socket.readyState === WebSocket.OPEN) socket.send(bytes, { binary: false });
      }
    },
    clients: await connect(`ws://127.0.0.1:${port}/`, SOCKETS, ''),
  };
}

async function pause(ms: number): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve, ms));
}

const WAIT_MS_MAX = 60_000;

async function untilReceived(clients: ChildProcess, count: number): Promise<void> {
  const deadline = performance.now() + WAIT_MS_MAX;
  for (;;) {
    const reply = await askClients(clients, 'count');
    if (reply.received >= count) return;
    if (performance.now() > deadline) throw new Error(`${reply.received} of ${count} messages came`);
    await pause(20);
  }
}

/** While one second of ticks follows the other: how many of them arrive in a second, and processor time of this process for each, in µs. */
async function measureBurst({ publishSecond, clients }: Contestant): Promise<{ perSec: number; cpuUs: number }> {
  await askClients(clients, 'reset');
  const messages = BURST * TOPICS.length * SOCKETS;
  const startedAt = performance.now();
  const before = process.cpuUsage();
  for (let index = 0; index < BURST; index += 1) {
    publishSecond();
    // Readers that do not keep up would get only the newest.
    await untilReceived(clients, (index + 1) * TOPICS.length * SOCKETS);
  }
  const { user, system } = process.cpuUsage(before);
  return { perSec: (messages * 1000) / (performance.now() - startedAt), cpuUs: (user + system) / messages };
}

/** Delay in ms of ticks that are published once a second: 99 % arrive sooner. */
async function measurePaced({ publishSecond, clients }: Contestant): Promise<number> {
  await askClients(clients, 'reset');
  for (let index = 0; index < PACED; index += 1) {
    publishSecond();
    await pause(PACE_MS);
  }
  await untilReceived(clients, PACED * TOPICS.length * SOCKETS);
  return (await askClients(clients, 'report')).p99Ms;
}

/** MB of the process that serves `count` sockets which listen to all products, while ten seconds of ticks come. */
async function measureMemory(count: number): Promise<{ empty: number; full: number }> {
  const hub = fork(HUB, [`${count}`]);
  const [opened] = z.tuple([hubReply]).parse(await once(hub, 'message').then((parts: unknown[]) => parts.slice(0, 1)));
  const clients = await connect(`ws://127.0.0.1:${opened.port}/ws`, count, GREETING);
  let full = 0;
  for (let index = 1; index <= 10; index += 1) {
    const reply = hubReply.parse(await ask(hub, 'second'));
    if (reply.sockets !== count) throw new Error(`${reply.sockets} of ${count} sockets are open`);
    full = Math.max(full, reply.rssMb);
    await untilReceived(clients, index * TOPICS.length * count);
  }
  clients.kill();
  hub.kill();
  return { empty: opened.rssMb, full };
}

/** How long after their second ticks of a whole site come to 2,000 sockets; products whose market rests have none. */
async function measureSite(): Promise<{ p99Ms: number; perSec: number; closed: number }> {
  const site = createSite(1);
  try {
    await site.startByScript();
    const answer = await (await fetch(`${site.baseUrl()}/api/market/products`)).text();
    const products = new Set(Array.from(answer.matchAll(/"code":"([\w.-]+)"/g), ([, code]) => code));
    const topics = [MEMBER_TOPIC, ...Array.from(products, (code) => `tick:${code}`)];
    console.log(`${products.size} products`);
    const url = `${site.baseUrl().replace('http', 'ws')}/ws`;
    const clients = await connect(url, SOCKETS, JSON.stringify({ op: 'sub', topics }));
    await pause(10_000);
    await askClients(clients, 'reset');
    await pause(SITE_SECONDS * 1_000);
    const { p99Ms, received, closed } = await askClients(clients, 'report');
    clients.kill();
    return { p99Ms, perSec: received / SITE_SECONDS / SOCKETS, closed };
  } finally {
    await site.remove();
  }
}

const figures: Figure[] = [];
const contestants = { hub: await enterHub(), bare: await enterBare() };
const burst = { hub: new Array<number>(), bare: new Array<number>() };
const cpu = { hub: new Array<number>(), bare: new Array<number>() };
const paced = { hub: new Array<number>(), bare: new Array<number>() };
for (const name of ['hub', 'bare'] as const) await measureBurst(contestants[name]);
for (let round = 0; round < ROUNDS; round += 1) {
  for (const name of ['bare', 'hub'] as const) {
    const { perSec, cpuUs } = await measureBurst(contestants[name]);
    burst[name].push(perSec);
    cpu[name].push(cpuUs);
    paced[name].push(await measurePaced(contestants[name]));
  }
  console.log(
    `round ${round + 1}: hub ${us(cpu.hub.at(-1) ?? 0)}, bare ${us(cpu.bare.at(-1) ?? 0)}; hub ${grouped(burst.hub.at(-1) ?? 0)}/s, bare ${grouped(burst.bare.at(-1) ?? 0)}/s; p99 ${ms(paced.hub.at(-1) ?? 0)} and ${ms(paced.bare.at(-1) ?? 0)}`,
  );
}
for (const { clients } of Object.values(contestants)) clients.kill();

function ms(figure: number): string {
  return `${figure.toFixed(1)} ms`;
}
function us(figure: number): string {
  return `${figure.toFixed(2)} µs`;
}
function times(figure: number): string {
  return `${figure.toFixed(2)} ×`;
}
figures.push(
  ['Processor time for a tick to a socket, live hub', us(median(cpu.hub)), cpu.hub.map(us).join(' · ')],
  ['Processor time, bare `ws` that sends each tick apart', us(median(cpu.bare)), cpu.bare.map(us).join(' · ')],
  ['Ratio (aim: ≥ 5 ×)', times(median(cpu.bare) / median(cpu.hub)), 'higher is better'],
  ['Ticks a second to all readers, live hub', grouped(median(burst.hub)), burst.hub.map(grouped).join(' · ')],
  ['Ticks a second, bare `ws`', grouped(median(burst.bare)), burst.bare.map(grouped).join(' · ')],
  ['99 % latency at one second of ticks a second, live hub', ms(median(paced.hub)), paced.hub.map(ms).join(' · ')],
  ['99 % latency, bare `ws`', ms(median(paced.bare)), paced.bare.map(ms).join(' · ')],
);
const memory = await measureMemory(MANY_SOCKETS);
figures.push([
  `Memory of a process with ${grouped(MANY_SOCKETS)} sockets (aim: ≤ 300 MB)`,
  `${memory.full.toFixed(0)} MB`,
  `${memory.empty.toFixed(0)} MB without a socket`,
]);
if (process.env['SITE'] !== 'off') {
  const site = await measureSite();
  figures.push([
    `99 % of the ticks of a whole site are at its ${grouped(SOCKETS)} sockets after their second by (aim: ≤ 300 ms)`,
    ms(site.p99Ms),
    `${site.perSec.toFixed(1)} ticks a second and socket; ${site.closed} sockets were closed`,
  ]);
}
await report(
  'fan-out',
  `Ticks of ${TOPICS.length} products to ${grouped(SOCKETS)} sockets`,
  figures,
  'Readers are one process on the same two cores; they read bytes, not through `ws`.',
);
process.exit(0);

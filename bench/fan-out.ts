import { fork } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { fileURLToPath } from 'node:url';
import { CLIENT_FRAME_BYTES_MAX, parseClientFrame, tickTopic, TOPICS_MAX } from '@candor/contract/live';
import { WebSocket, WebSocketServer } from 'ws';
import { attachLiveHub } from '../apps/server/src/platform/live/live-hub.ts';
import { report } from './lib/report.ts';
import { grouped, median } from './lib/statistics.ts';

/**
 * Ticks to 2,000 sockets through the live hub, and through the minimum with `ws`: one send for each socket. This
 * process serves both in turns, to readers in another process.
 */
const SOCKETS = 2_000;
const ROUNDS = 3;
const BURST = 100;
const PACED = 50;
const PACE_MS = 100;
const TOPIC = tickTopic('BTCUSDT');
const CLIENTS = fileURLToPath(new URL('lib/fan-out-clients.ts', import.meta.url));

interface Reply {
  received: number;
  p99Ms: number;
}

interface Contestant {
  publish: (data: object) => void;
  clients: ChildProcess;
}

function isReply(message: unknown): message is Reply {
  return typeof message === 'object' && message !== null && 'received' in message && 'p99Ms' in message;
}

async function ask(clients: ChildProcess, question: 'reset' | 'report'): Promise<Reply> {
  const answer = once(clients, 'message');
  clients.send(question);
  const replies: unknown[] = await answer;
  const [reply] = replies;
  if (!isReply(reply)) throw new Error('the readers gave no figures');
  return reply;
}

async function connect(port: number, greeting: string): Promise<ChildProcess> {
  const clients = fork(CLIENTS, [`ws://127.0.0.1:${port}/ws`, `${SOCKETS}`, greeting]);
  await once(clients, 'message');
  return clients;
}

async function listen(): Promise<{ server: ReturnType<typeof createServer>; port: number }> {
  const server = createServer();
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (typeof address !== 'object' || address === null) throw new Error('the server has no port');
  return { server, port: address.port };
}

async function openHub(): Promise<Contestant> {
  const { server, port } = await listen();
  const hub = attachLiveHub(server, {
    path: '/ws',
    parse: parseClientFrame,
    authenticate: async () => undefined,
    nowMs: () => Date.now(),
    origins: [],
    addressOf: () => 'bench',
    bounds: { all: SOCKETS, anonymous: SOCKETS, perAddress: SOCKETS, anonymousPerAddress: SOCKETS, perMember: 1 },
    boxesMax: 0,
    onAccept: () => undefined,
    closeSessionEnded: 4401,
    onNewsLost: () => undefined,
    onFault: (error) => console.error(error),
    frameBytesMax: CLIENT_FRAME_BYTES_MAX,
    topicsMax: TOPICS_MAX,
  });
  const clients = await connect(port, JSON.stringify({ op: 'sub', topics: [TOPIC] }));
  return { publish: (data) => hub.publish(TOPIC, data), clients };
}

async function openBare(): Promise<Contestant> {
  const { server, port } = await listen();
  const sockets = new WebSocketServer({ server, perMessageDeflate: false });
  const clients = await connect(port, '');
  return {
    publish: (data) => {
      const bytes = Buffer.from(JSON.stringify({ topic: TOPIC, d: data }));
      for (const socket of sockets.clients)
        if (socket.readyState === WebSocket.OPEN) socket.send(bytes, { binary: false });
    },
    clients,
  };
}

let seq = 0;
function tick(): object {
  seq += 1;
  const at = new Date().toISOString();
  return { seq: `${seq}`, at, price: '61234.56', status: 'OK', sentNs: `${process.hrtime.bigint()}` };
}

async function pause(ms: number): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve, ms));
}

const WAIT_MS_MAX = 30_000;

async function untilReceived(clients: ChildProcess, count: number): Promise<Reply> {
  const deadline = performance.now() + WAIT_MS_MAX;
  for (;;) {
    const reply = await ask(clients, 'report');
    if (reply.received >= count) return reply;
    if (performance.now() > deadline) throw new Error(`${reply.received} of ${count} messages came`);
    await pause(5);
  }
}

/** Messages per second while ticks follow each other without a pause. */
async function measureBurst({ publish, clients }: Contestant): Promise<number> {
  await ask(clients, 'reset');
  const startedAt = performance.now();
  for (let index = 0; index < BURST; index += 1) {
    publish(tick());
    await new Promise((resolve) => setImmediate(resolve));
  }
  await untilReceived(clients, BURST * SOCKETS);
  return (BURST * SOCKETS * 1000) / (performance.now() - startedAt);
}

/** Delay in ms of ticks that are published ten times a second: 99 % arrive sooner. */
async function measurePaced({ publish, clients }: Contestant): Promise<number> {
  await ask(clients, 'reset');
  for (let index = 0; index < PACED; index += 1) {
    publish(tick());
    await pause(PACE_MS);
  }
  return (await untilReceived(clients, PACED * SOCKETS)).p99Ms;
}

const contestants = { hub: await openHub(), bare: await openBare() };
const burst = { hub: new Array<number>(), bare: new Array<number>() };
const paced = { hub: new Array<number>(), bare: new Array<number>() };
for (const name of ['hub', 'bare'] as const) await measureBurst(contestants[name]);
for (let round = 0; round < ROUNDS; round += 1) {
  for (const name of ['bare', 'hub'] as const) {
    burst[name].push(await measureBurst(contestants[name]));
    paced[name].push(await measurePaced(contestants[name]));
  }
  console.log(
    `round ${round + 1}: hub ${grouped(burst.hub.at(-1) ?? 0)}/s, bare ${grouped(burst.bare.at(-1) ?? 0)}/s, p99 ${paced.hub.at(-1)?.toFixed(1)} and ${paced.bare.at(-1)?.toFixed(1)} ms`,
  );
}

function ms(figure: number): string {
  return `${figure.toFixed(1)} ms`;
}
await report('fan-out', `Ticks to ${grouped(SOCKETS)} sockets`, [
  ['Messages a second, live hub', grouped(median(burst.hub)), burst.hub.map(grouped).join(' · ')],
  ['Messages a second, bare `ws` broadcast', grouped(median(burst.bare)), burst.bare.map(grouped).join(' · ')],
  ['Ratio', `${(median(burst.hub) / median(burst.bare)).toFixed(2)} ×`, 'higher is better'],
  ['99 % latency at ten ticks a second, live hub', ms(median(paced.hub)), paced.hub.map(ms).join(' · ')],
  ['99 % latency, bare `ws` broadcast', ms(median(paced.bare)), paced.bare.map(ms).join(' · ')],
  ['Ratio', `${(median(paced.hub) / median(paced.bare)).toFixed(2)} ×`, 'lower is better'],
]);
for (const { clients } of Object.values(contestants)) clients.kill();
process.exit(0);

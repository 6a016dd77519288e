import { once } from 'node:events';
import { createServer } from 'node:http';
import type { Server } from 'node:http';
import { CLIENT_FRAME_BYTES_MAX, parseClientFrame, tickTopic, TOPICS_MAX } from '@candor/contract/live';
import { attachLiveHub } from '../../apps/server/src/platform/live/live-hub.ts';
import type { LiveHub } from '../../apps/server/src/platform/live/live-hub.ts';

/** The live hub of the fan-out benchmark on a server of its own. Run as a program, it tells the memory of its process when asked. */
export const TOPICS = Array.from({ length: 14 }, (_, index) => tickTopic(`PRODUCT${index}`));

export async function listen(): Promise<{ server: Server; port: number }> {
  const server = createServer();
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (typeof address !== 'object' || address === null) throw new Error('the server has no port');
  return { server, port: address.port };
}

export async function openHub(sockets: number): Promise<{ hub: LiveHub; port: number }> {
  const { server, port } = await listen();
  const hub = attachLiveHub(server, {
    path: '/ws',
    parse: parseClientFrame,
    authenticate: async () => undefined,
    nowMs: () => Date.now(),
    origins: [],
    addressOf: () => 'bench',
    bounds: { all: sockets, anonymous: sockets, perAddress: sockets, anonymousPerAddress: sockets, perMember: 1 },
    boxesMax: 0,
    onAccept: () => undefined,
    closeSessionEnded: 4401,
    onNewsLost: () => undefined,
    onFault: (error) => console.error(error),
    frameBytesMax: CLIENT_FRAME_BYTES_MAX,
    topicsMax: TOPICS_MAX,
  });
  return { hub, port };
}

let seq = 0;
/** The ticks of one second. */
export function second(): (readonly [topic: string, tick: object])[] {
  seq += 1;
  const at = new Date().toISOString();
  const sentNs = `${process.hrtime.bigint()}`;
  return TOPICS.map((topic) => [topic, { seq, at, price: '61234.56', status: 'OK', sentNs }] as const);
}

if (import.meta.filename === process.argv[1]) {
  const { hub, port } = await openHub(Number(process.argv[2]));
  process.on('message', (question) => {
    if (question === 'second') for (const [topic, tick] of second()) hub.publish(topic, tick);
    process.send?.({ port, sockets: hub.size(), rssMb: process.memoryUsage.rss() / 1e6 });
  });
  process.on('disconnect', () => process.exit(0));
  process.send?.({ port, sockets: 0, rssMb: process.memoryUsage.rss() / 1e6 });
}

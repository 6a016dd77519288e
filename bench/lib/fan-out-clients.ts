import { percentile } from './statistics.ts';
import { WebSocket } from 'ws';
import type { RawData } from 'ws';

/** The readers of the fan-out benchmark, in their own process. `process.argv`: url, count, first frame to send. */
const [url = '', count = '0', greeting = ''] = process.argv.slice(2);
const LATENCIES_MAX = 5_000_000;
const latenciesMs = new Float64Array(LATENCIES_MAX);
let received = 0;

const SENT = /"sentNs":"(\d+)"/;

/** Both processes read the same monotonic clock of the machine. */
function onMessage(raw: RawData): void {
  if (!Buffer.isBuffer(raw)) throw new Error('frames arrive whole');
  const sentNs = SENT.exec(raw.toString())?.[1];
  if (sentNs === undefined) return;
  latenciesMs[received] = Number(process.hrtime.bigint() - BigInt(sentNs)) / 1e6;
  received += 1;
}

const sockets: WebSocket[] = [];
for (let index = 0; index < Number(count); index += 1) {
  const socket = new WebSocket(url, { perMessageDeflate: false });
  socket.on('message', onMessage);
  await new Promise((resolve, reject) => socket.once('open', resolve).once('error', reject));
  if (greeting !== '') socket.send(greeting);
  sockets.push(socket);
}

process.on('message', (question) => {
  if (question === 'reset') received = 0;
  const latencies = latenciesMs.subarray(0, received);
  const p99Ms = received === 0 ? 0 : percentile(latencies, 0.99);
  process.send?.({ received, p99Ms });
});
process.on('disconnect', () => {
  for (const socket of sockets) socket.terminate();
});
process.send?.({ received: 0, p99Ms: 0 });

import { once } from 'node:events';
import { connect } from 'node:net';
import type { Socket } from 'node:net';
import { clientFrame, OPCODES, upgradeHead } from '../../apps/server/src/testing/raw-client.ts';
import { percentile } from './statistics.ts';

/**
 * The readers of the fan-out benchmark, in their own process. `process.argv`: url, count, first frame to send. They read the bytes of the
 * frames themselves: with `ws` they would cost more than what is measured, and share its machine.
 */
const [url = '', count = '0', greeting = ''] = process.argv.slice(2);
const { hostname, port, pathname } = new URL(url);
const LATENCIES_MAX = 10_000_000;
const latenciesMs = new Float64Array(LATENCIES_MAX);
let [received, closed] = [0, 0];

const SENT = /"sentNs":"(\d+)"/;
const TICK_AT = /^\{"topic":"tick:.*"at":"([^"]+)"/;
const HEAD_END = '\r\n\r\n';
const TWO_BYTES = 126;

/** Both processes read the same monotonic clock of the machine; a tick of a whole site is as old as its second. */
function onMessage(text: string): void {
  const sentNs = SENT.exec(text)?.[1];
  const at = sentNs === undefined ? TICK_AT.exec(text)?.[1] : undefined;
  if (sentNs !== undefined) latenciesMs[received] = Number(process.hrtime.bigint() - BigInt(sentNs)) / 1e6;
  else if (at !== undefined) latenciesMs[received] = Date.now() - Date.parse(at);
  else return;
  received += 1;
}

/** Reads the whole frames; returns what is left of the last one. */
function readFrames(socket: Socket, bytes: Buffer): Buffer {
  let at = 0;
  // A ping is two bytes long.
  while (bytes.length >= at + 2) {
    const short = bytes.readUInt8(at + 1);
    if (short === TWO_BYTES && bytes.length < at + 4) break;
    if (short > TWO_BYTES) throw new Error('a frame that no tick needs');
    const start = at + (short === TWO_BYTES ? 4 : 2);
    const end = start + (short === TWO_BYTES ? bytes.readUInt16BE(at + 2) : short);
    if (bytes.length < end) break;
    const opcode = bytes.readUInt8(at) & 0x0f;
    if (opcode === OPCODES.text) onMessage(bytes.toString('latin1', start, end));
    else if (opcode === OPCODES.ping) socket.write(clientFrame(OPCODES.pong, ''));
    at = end;
  }
  return bytes.subarray(at);
}

/** A site counts sockets by address, as its proxy tells it. */
function addressOf(index: number): string {
  return `${20 + (index % 100)}.${Math.floor(index / 100) % 250}.${index % 250}.7`;
}

async function open(index: number): Promise<Socket> {
  const socket = connect(Number(port), hostname);
  await once(socket, 'connect');
  socket.setNoDelay(true);
  socket.write(upgradeHead(pathname, { 'X-Forwarded-For': addressOf(index) }));
  const parts: unknown[] = await once(socket, 'data');
  const [head] = parts;
  if (!Buffer.isBuffer(head)) throw new Error('no answer');
  const headEnd = head.indexOf(HEAD_END);
  if (!head.toString('latin1').startsWith('HTTP/1.1 101') || headEnd < 0) throw new Error(head.toString('latin1'));
  let rest = readFrames(socket, head.subarray(headEnd + HEAD_END.length));
  socket.on('data', (bytes) => {
    rest = readFrames(socket, rest.length === 0 ? bytes : Buffer.concat([rest, bytes]));
  });
  socket.on('error', () => undefined);
  socket.once('close', () => (closed += 1));
  if (greeting !== '') socket.write(clientFrame(OPCODES.text, greeting));
  return socket;
}

const sockets: Socket[] = [];
for (let index = 0; index < Number(count); index += 1) sockets.push(await open(index));

process.on('message', (question) => {
  if (question === 'reset') received = 0;
  const p99Ms = question === 'report' && received > 0 ? percentile(latenciesMs.subarray(0, received), 0.99) : 0;
  process.send?.({ received, p99Ms, closed });
});
process.on('disconnect', () => process.exit(0));
process.send?.({ received: 0, p99Ms: 0, closed });

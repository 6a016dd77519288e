import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { WebSocketServer } from 'ws';
import { DIALECTS } from '../../apps/server/src/features/market/sources/fake-dialects.ts';

/** An exchange in its own process. On a message, it sends `count` trades as fast as they are read. */
const [, , name, count, startMs] = process.argv;
const BUFFER_BYTES_MAX = 8 * 2 ** 20;

const found = DIALECTS.find(([known]) => known === name)?.[1];
if (found === undefined || process.send === undefined) throw new Error('this program must be started by another one');
const dialect = found;
const burst = Number(count);
let id = 0;

/** Prices that move like in a busy second: a little, up and down. */
function trades(): string[] {
  return Array.from({ length: burst }, () => {
    id += 1;
    const price = (100 + Math.sin(id / 500)).toFixed(2);
    return dialect.trade(dialect.symbol, { id, price, at: Number(startMs) + (id % 1000), qty: '0.01250000' });
  });
}

const server = new WebSocketServer({ port: 0, host: '127.0.0.1', perMessageDeflate: false });
await once(server, 'listening');
const address = server.address();
if (typeof address !== 'object' || address === null) throw new Error('the server has no port');

process.on('message', () => {
  void (async () => {
    const frames = trades();
    process.send?.('made');
    const [socket] = server.clients;
    if (socket === undefined) throw new Error('nobody listens');
    for (const frame of frames) {
      while (socket.bufferedAmount > BUFFER_BYTES_MAX) await sleep(1);
      socket.send(frame);
    }
  })();
});
process.send(address.port);

import { pathOf } from '@candor/contract/operation';
import { readOrder } from '@candor/contract/calls/trading';
import { LIVE_PATH } from '@candor/contract/paths';
import { parseServerFrame } from '@candor/contract/live';
import { orderView } from '@candor/contract/trading';
import { WebSocket } from 'ws';
import { pause } from '../faults/server-process.ts';
import type { Trader } from '../faults/trader.ts';

/** Clocks may be wrong by one step, and a message takes a moment. */
const TOLERANCE_MS = 4_000;
/** A process that is lost is noticed, another answers, and all are told to read, a part of them at a time. */
const KNOWN_MS_MAX = 60_000;
const RETRY_MS = 300;
const SILENT_MS = 10_000;

/** A member who looks at a screen, and reads only when told to: when a socket opens, and when it says that news may be lost. */
export interface Reader {
  readonly heard: () => number;
  readonly reads: () => number;
  /** The orders that it would show as open though they are settled. */
  readonly unheard: (orders: readonly string[], trader: Trader) => Promise<string[]>;
  readonly stop: () => void;
}

export function readNews(member: number, token: string, urlOf: () => string): Reader {
  const settled = new Set<string>();
  const readsAt: number[] = [];
  let socket: WebSocket | undefined;
  let [isStopped, lastAt] = [false, Date.now()];
  const open = (): void => {
    if (isStopped) return;
    const opened = new WebSocket(urlOf().replace(/^http/, 'ws') + LIVE_PATH);
    socket = opened;
    lastAt = Date.now();
    opened.on('open', () => {
      opened.send(JSON.stringify({ op: 'auth', token }));
      opened.send(JSON.stringify({ op: 'sub', topics: ['me', 'tick:BTCUSDT'] }));
    });
    opened.on('message', (data: Buffer) => {
      lastAt = Date.now();
      const frame = parseServerFrame(data.toString());
      if (frame === null) return;
      if ('op' in frame) {
        if (frame.op === 'auth' && frame.ok) readsAt.push(Date.now());
        if (frame.op === 'resync') setTimeout(() => readsAt.push(Date.now()), frame.spreadMs);
        return;
      }
      if (frame.topic === 'me' && frame.d.type === 'order' && frame.d.order.status !== 'open')
        settled.add(frame.d.order.id);
    });
    opened.on('error', () => undefined);
    opened.on('close', () => setTimeout(open, RETRY_MS));
  };
  open();
  // Like the client: a socket that says nothing is given up.
  const watching = setInterval(() => {
    if (Date.now() - lastAt > SILENT_MS) socket?.terminate();
  }, 1_000);
  return {
    heard: () => settled.size,
    reads: () => readsAt.length,
    unheard: async (orders, trader) => {
      await pause(TOLERANCE_MS);
      const missed: string[] = [];
      for (const id of orders) {
        if (settled.has(id)) continue;
        const order = orderView.parse(await trader.read(member, pathOf(readOrder, { id })));
        const settledAt = Date.parse(order.settledAt ?? '');
        const isRead = readsAt.some((at) => at >= settledAt - TOLERANCE_MS && at <= settledAt + KNOWN_MS_MAX);
        if (!isRead) missed.push(`${id} settled ${order.settledAt}`);
      }
      return missed;
    },
    stop: () => {
      isStopped = true;
      clearInterval(watching);
      socket?.terminate();
    },
  };
}

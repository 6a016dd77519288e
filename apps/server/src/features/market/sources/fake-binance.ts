/** For tests: an exchange on this machine that speaks Binance's combined streams and market data calls. */
import { createServer } from 'node:http';
import { assert } from '@candor/domain/assert';
import { type WebSocket, WebSocketServer } from 'ws';

export interface FakeBinance {
  readonly streamUrl: string;
  readonly restUrl: string;
  /** Connections open now, oldest first. */
  sockets(): WebSocket[];
  /** The addresses that were dialled. */
  readonly dialled: string[];
  /** Sends a frame on every open connection. */
  send(frame: string): void;
  /** What a REST path answers; called with its query. */
  answer: (path: string, query: URLSearchParams) => unknown;
  close(): Promise<void>;
}

export const startFakeBinance = async (): Promise<FakeBinance> => {
  const http = createServer((request, response) => {
    const url = new URL(request.url ?? '/', 'http://exchange');
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify(fake.answer(url.pathname, url.searchParams)));
  });
  const ws = new WebSocketServer({ server: http });
  const dialled: string[] = [];
  ws.on('connection', (_socket, request) => dialled.push(request.url ?? ''));
  await new Promise<void>((resolve) => {
    http.listen(0, '127.0.0.1', resolve);
  });
  const address = http.address();
  assert(address !== null && typeof address === 'object', 'it listens on a port');
  const { port } = address;
  const fake: FakeBinance = {
    streamUrl: `ws://127.0.0.1:${port}`,
    restUrl: `http://127.0.0.1:${port}`,
    sockets: () => [...ws.clients].filter((socket) => socket.readyState === socket.OPEN),
    dialled,
    send: (frame) => {
      for (const socket of fake.sockets()) socket.send(frame);
    },
    answer: () => [],
    close: async () => {
      for (const socket of ws.clients) socket.terminate();
      ws.close();
      http.closeAllConnections();
      await new Promise((resolve) => {
        http.close(resolve);
      });
    },
  };
  return fake;
};

export const tradeFrame = (symbol: string, id: number, price: string, at: number, qty = '0.50000000'): string =>
  JSON.stringify({
    stream: `${symbol.toLowerCase()}@trade`,
    data: { e: 'trade', E: at + 1, s: symbol, t: id, p: price, q: qty, T: at, m: true, M: true },
  });

export const bookFrame = (symbol: string, bid: string, ask: string): string =>
  JSON.stringify({
    stream: `${symbol.toLowerCase()}@bookTicker`,
    data: { u: 400_900_217, s: symbol, b: bid, B: '31.21000000', a: ask, A: '40.66000000' },
  });

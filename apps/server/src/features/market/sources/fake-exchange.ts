/** A local server that acts as an exchange in tests: streams on any path, and REST answers that a test sets. */
import { createServer } from 'node:http';
import { assert } from '@candor/domain/assert';
import pino from 'pino';
import { type WebSocket, WebSocketServer } from 'ws';
import type { ExchangeOptions, ExchangeSource } from './exchange.ts';
import type { Instrument, Sample, SourceHealth } from './source.ts';

export interface FakeExchange {
  readonly streamUrl: string;
  readonly restUrl: string;
  /** Connections open now, oldest first. */
  sockets(): WebSocket[];
  /** The addresses that clients connected to. */
  readonly dialled: string[];
  /** What clients sent, on any connection. */
  readonly heard: string[];
  /** Sends a frame on every open connection. */
  send(frame: string): void;
  /** Sets the answer of a REST path, at once or later; it is called with the query. */
  answer: (path: string, query: URLSearchParams) => unknown;
  close(): Promise<void>;
}

/** @param port the port it had before, to come back on the same address. */
export async function startFakeExchange(port = 0): Promise<FakeExchange> {
  const http = createServer((request, response) => {
    const url = new URL(request.url ?? '/', 'http://exchange');
    response.setHeader('content-type', 'application/json');
    void Promise.resolve(fake.answer(url.pathname, url.searchParams)).then((answer) =>
      response.end(JSON.stringify(answer)),
    );
  });
  const ws = new WebSocketServer({ server: http });
  const [dialled, heard]: [string[], string[]] = [[], []];
  ws.on('connection', (socket, request) => {
    dialled.push(request.url ?? '');
    // eslint-disable-next-line no-base-to-string -- the default binaryType delivers one Buffer
    socket.on('message', (data) => heard.push(data.toString()));
  });
  await new Promise<void>((resolve) => {
    http.listen(port, '127.0.0.1', resolve);
  });
  const address = http.address();
  assert(address !== null && typeof address === 'object', 'it listens on a port');
  const fake: FakeExchange = {
    streamUrl: `ws://127.0.0.1:${address.port}`,
    restUrl: `http://127.0.0.1:${address.port}`,
    sockets: () => [...ws.clients].filter((socket) => socket.readyState === socket.OPEN),
    dialled,
    heard,
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
}

export interface Listening {
  readonly exchange: FakeExchange;
  readonly source: ExchangeSource;
  readonly samples: Sample[];
  readonly health: SourceHealth[];
  /** Our clock; the test sets it. */
  readonly clock: { nowMs: number };
  stop(): Promise<void>;
}

/** An adapter that is connected to a fake exchange. */
export async function listenTo(
  create: (options: ExchangeOptions) => ExchangeSource,
  instruments: readonly Instrument[],
  nowMs: number,
  { limits = {}, ...options }: Partial<ExchangeOptions> = {},
): Promise<Listening> {
  const exchange = await startFakeExchange();
  const clock = { nowMs };
  const source = create({
    clock: { now: () => clock.nowMs },
    log: pino({ level: 'silent' }),
    streamUrl: exchange.streamUrl,
    restUrl: exchange.restUrl,
    limits: { checkEveryMs: 5, backoffMs: [5, 20], ...limits },
    ...options,
  });
  const [samples, health]: [Sample[], SourceHealth[]] = [[], []];
  const connected = Promise.withResolvers<void>();
  await source.start(
    instruments,
    (sample) => samples.push(sample),
    (state) => {
      health.push(state);
      if (state.state !== 'down') connected.resolve();
    },
  );
  await connected.promise;
  return {
    exchange,
    source,
    samples,
    health,
    clock,
    stop: async () => {
      await source.stop();
      await exchange.close();
    },
  };
}

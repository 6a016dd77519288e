/** A relay of drand on this machine, for tests: the recorded rounds of quicknet in the form that relays have. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { QUICKNET } from '@candor/proof/beacon';
import { RANDOMNESS_1000, recordedRound } from '@candor/proof/testing/quicknet-rounds';

export interface FakeRelay {
  readonly url: string;
  /** The round that is the newest. */
  newest: number;
  /** What it answers in place of the truth. */
  lie: ((path: string) => string | undefined) | undefined;
  /** The body of its refusals; while it is set it refuses all. */
  refusal: string | undefined;
  /** How many connections are open. */
  open(): number;
  /** How often it was asked. */
  asked: number;
  close(): Promise<void>;
}

export async function startFakeRelay(newest: number): Promise<FakeRelay> {
  const server = createServer((request, response) => {
    const path = request.url ?? '';
    relay.asked += 1;
    if (relay.refusal !== undefined) {
      response.writeHead(503).end(relay.refusal);
      return;
    }
    const body = relay.lie?.(path) ?? answerOf(path, relay.newest);
    response.writeHead(body === undefined ? 404 : 200, { 'content-type': 'application/json' }).end(body);
  });
  const sockets = new Set<object>();
  server.on('connection', (socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a server that listens on a port has one
  const { port } = server.address() as AddressInfo;
  const relay: FakeRelay = {
    url: `http://127.0.0.1:${port}`,
    newest,
    lie: undefined,
    refusal: undefined,
    open: () => sockets.size,
    asked: 0,
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  return relay;
}

function answerOf(path: string, newest: number): string | undefined {
  const [, chain, part, which] = path.split('/');
  if (chain !== QUICKNET.chainHash) return undefined;
  if (part === 'info')
    return JSON.stringify({
      public_key: QUICKNET.publicKey,
      period: QUICKNET.periodMs / 1000,
      genesis_time: QUICKNET.genesisMs / 1000,
      hash: chain,
      schemeID: 'bls-unchained-g1-rfc9380',
      metadata: { beaconID: 'quicknet' },
    });
  if (part !== 'public') return undefined;
  const round = recordedRound(which === 'latest' ? newest : Number(which));
  return round === null ? undefined : JSON.stringify({ ...round, randomness: RANDOMNESS_1000 });
}

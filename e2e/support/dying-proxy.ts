import { createServer, request as forward } from 'node:http';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { connect } from 'node:net';
import type { AddressInfo, Socket } from 'node:net';

/** What reached the proxy: the order of calls and the keys they carried. */
export interface SeenCall {
  method: string;
  path: string;
  key: string | undefined;
}

export interface DyingProxy {
  origin: string;
  seen: SeenCall[];
  /** Sends everything to this server from now on. */
  forwardTo(origin: string): void;
  /**
   * Passes on the next POST to `path`. The server answers, but the client never gets the answer: the connection is cut
   * and the proxy stops listening.
   */
  dieAfter(path: string): void;
  /** Changes the text of every answer to a path from now on: this is how a test releases another version. */
  edit(path: string, change: (text: string) => string): void;
  /** Cuts every connection and stops listening. */
  die(): Promise<void>;
  isDead(): boolean;
}

/** A host in front of the server with its own address, which can die at the worst moment. */
export async function startProxy(): Promise<DyingProxy> {
  const seen: SeenCall[] = [];
  const sockets = new Set<Socket>();
  let target = new URL('http://127.0.0.1:9');
  const edits = new Map<string, (text: string) => string>();
  let deadlyPath: string | null = null;
  let isDead = false;

  const server = createServer((incoming, outgoing) => {
    const path = (incoming.url ?? '').split('?')[0] ?? '';
    const key = incoming.headers['idempotency-key'];
    seen.push({ method: incoming.method ?? '', path, key: typeof key === 'string' ? key : undefined });
    const isLast = incoming.method === 'POST' && path === deadlyPath;
    const change = edits.get(path);
    if (change === undefined) pass(target, incoming, outgoing, isLast ? () => void die() : null);
    else void passChanged(target, incoming, outgoing, change);
  });
  server.on('connection', (socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
    socket.on('error', () => undefined);
  });
  // The live connection: bytes both ways.
  server.on('upgrade', (incoming, socket, head) => {
    const upstream = connect(Number(target.port), target.hostname, () => {
      const lines = [`GET ${incoming.url} HTTP/1.1`];
      for (let i = 0; i < incoming.rawHeaders.length; i += 2)
        lines.push(`${incoming.rawHeaders[i]}: ${incoming.rawHeaders[i + 1]}`);
      upstream.write(`${lines.join('\r\n')}\r\n\r\n`);
      upstream.write(head);
      upstream.pipe(socket).pipe(upstream);
    });
    for (const end of [upstream, socket]) end.on('error', () => (upstream.destroy(), socket.destroy()));
    socket.on('close', () => upstream.destroy());
  });

  const die = async (): Promise<void> => {
    if (isDead) return;
    isDead = true;
    const closed = new Promise<void>((resolve) => server.close(() => resolve()));
    for (const socket of sockets) socket.destroy();
    await closed;
  };

  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    origin: `http://127.0.0.1:${port}`,
    seen,
    forwardTo: (origin) => {
      target = new URL(origin);
    },
    dieAfter: (path) => {
      deadlyPath = path;
    },
    edit: (path, change) => void edits.set(path, change),
    die,
    isDead: () => isDead,
  };
}

/** Passes a call on. With `cut`, it waits for the server's whole answer and drops it. */
function pass(target: URL, incoming: IncomingMessage, outgoing: ServerResponse, cut: (() => void) | null): void {
  const { method, url: path, headers } = incoming;
  const onward = forward({ host: target.hostname, port: target.port, method, path, headers }, (answer) => {
    if (cut === null) {
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(outgoing);
    } else {
      answer.on('end', cut).resume();
    }
  });
  onward.on('error', () => outgoing.destroy());
  incoming.pipe(onward);
}

/** Reads the whole answer to a GET and sends it changed. */
async function passChanged(
  target: URL,
  { url = '/' }: IncomingMessage,
  outgoing: ServerResponse,
  change: (text: string) => string,
): Promise<void> {
  try {
    const answer = await fetch(new URL(url, target));
    const headers = [...answer.headers].filter(([name]) => !OF_THE_BYTES.has(name));
    outgoing.writeHead(answer.status, Object.fromEntries(headers)).end(change(await answer.text()));
  } catch {
    outgoing.destroy();
  }
}

/** Headers that describe the bytes of the answer; they are not true of the changed text. */
const OF_THE_BYTES: ReadonlySet<string> = new Set(['content-encoding', 'content-length', 'transfer-encoding', 'etag']);

/** A witness over HTTP, as C2SP tlog-witness says: `POST /add-checkpoint`. Whoever calls is a stranger. */
import { createServer } from 'node:http';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { fromUtf8 } from '../../src/encoding.ts';
import { BODY_BYTES_MAX, parseAddCheckpoint, REFUSALS } from '../../src/order-log/add-checkpoint.ts';
import type { Witness } from './witness.ts';

/** A caller that sends slower than this is cut off. */
const REQUEST_MS_MAX = 10_000;
const IDLE_MS_MAX = 60_000;
const CONNECTIONS_MAX = 256;
/** Checkpoints that are checked at once; others are told to come again. */
const CHECKS_MAX = 32;
const SIZE_TYPE = 'text/x.tlog.size';
const TEXT_TYPE = 'text/plain; charset=utf-8';

/** The newest head of a log that this witness cosigned: for other witnesses. */
const CHECKPOINT_PATH = /^\/checkpoint\/([0-9a-f]{32})$/;

type Answer = { readonly status: number; readonly type: string; readonly body: string };

/** A server that does not listen yet. */
export function serveWitness(witness: Witness, onLine: (line: string) => void): Server {
  let checks = 0;
  const answerTo = async (request: IncomingMessage): Promise<Answer> => {
    const { method, url } = request;
    if (url === '/' && method === 'GET') return text(200, await describe(witness));
    const [, logId] = CHECKPOINT_PATH.exec(url ?? '') ?? [];
    if (logId !== undefined && method === 'GET') return await newestOf(witness, logId);
    if (url !== '/add-checkpoint') return text(404, 'There is only /add-checkpoint here.\n');
    if (method !== 'POST') return text(405, 'Use POST.\n');
    if (checks >= CHECKS_MAX) return text(503, 'Too many checkpoints at once. Come again.\n');
    checks += 1;
    try {
      return await addCheckpoint(witness, request, onLine);
    } finally {
      checks -= 1;
    }
  };
  const server = createServer(
    { requestTimeout: REQUEST_MS_MAX, headersTimeout: REQUEST_MS_MAX },
    (request, response) => {
      // A caller that leaves in the middle is not our failure.
      request.on('error', () => undefined);
      response.on('error', () => undefined);
      answerTo(request)
        .catch((error: unknown) => {
          onLine(`not answered: ${String(error)}`);
          return text(500, 'The witness cannot sign now.\n');
        })
        .then((answer) => send(response, answer))
        .catch(() => response.destroy());
    },
  );
  server.keepAliveTimeout = IDLE_MS_MAX;
  server.maxConnections = CONNECTIONS_MAX;
  server.on('connection', (socket: Socket) => socket.on('error', () => socket.destroy()));
  server.on('clientError', (_, socket) => socket.destroy());
  return server;
}

async function addCheckpoint(
  witness: Witness,
  request: IncomingMessage,
  onLine: (line: string) => void,
): Promise<Answer> {
  const body = await readBody(request);
  if (body === null) return text(413, 'The request is too large.\n');
  const parsed = parseAddCheckpoint(fromUtf8(body) ?? '');
  if (parsed === null) return text(REFUSALS.MALFORMED.status, `${REFUSALS.MALFORMED.words}\n`);
  const answer = await witness.addCheckpoint(parsed);
  if (answer.ok) {
    onLine(`cosigned size ${answer.head.size}, root ${answer.head.root}`);
    return text(200, answer.line);
  }
  const { refusal, size, evidence } = answer;
  const { status, words } = REFUSALS[refusal];
  if (status === 422 || refusal === 'ROOT_DIFFERS') {
    onLine(`REFUSED after size ${size}: ${words}${evidence === undefined ? '' : ` Evidence: ${evidence}`}`);
  }
  return status === 409 ? { status, type: SIZE_TYPE, body: `${size}\n` } : text(status, `${words}\n`);
}

/** The whole body; null if it is too large. */
async function readBody(request: IncomingMessage): Promise<Uint8Array | null> {
  const parts: Uint8Array[] = [];
  let size = 0;
  for await (const part of request) {
    if (!(part instanceof Uint8Array)) return null;
    size += part.length;
    if (size > BODY_BYTES_MAX) return null;
    parts.push(part);
  }
  return Buffer.concat(parts);
}

async function newestOf({ logs, newestOf: read }: Witness, logId: string): Promise<Answer> {
  const head = logs.some(({ id }) => id === logId) ? await read(logId) : null;
  return head === null ? text(404, 'Nothing was cosigned.\n') : text(200, head.note);
}

async function describe({ keyText, logs, newestOf }: Witness): Promise<string> {
  const lines = [`Witness: ${keyText}`];
  for (const { id } of logs) {
    const head = await newestOf(id);
    lines.push(`Log ${id}: ${head === null ? 'nothing cosigned yet' : `size ${head.size}, root ${head.root}`}`);
  }
  return `${lines.join('\n')}\n`;
}

function text(status: number, body: string): Answer {
  return { status, type: TEXT_TYPE, body };
}

function send(response: ServerResponse, { status, type, body }: Answer): void {
  // After a body that was not read to its end, the connection cannot be used again.
  const headers = { 'content-type': type, ...(status === 413 ? { connection: 'close' } : {}) };
  response.writeHead(status, headers).end(body);
}

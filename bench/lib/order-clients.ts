import { connect } from 'node:net';

/** Requests as bytes, sent to a server of this machine over this many connections, each waiting for its answer. */
export interface Volley {
  readonly port: number;
  readonly connections: number;
  readonly requests: readonly string[];
  /** What every right answer contains. */
  readonly expected: string;
}

export interface VolleyAnswers {
  readonly tookMs: number;
  /** The first answer that was not right. */
  readonly wrong: string | null;
}

const HEAD_END = '\r\n\r\n';

/** Keeps its own process busy and not the server's: the client is as lean as a client can be. */
async function send({ port, connections, requests, expected }: Volley): Promise<VolleyAnswers> {
  let next = 0;
  let wrong: string | null = null;
  const one = async (): Promise<void> =>
    await new Promise((resolve, reject) => {
      const socket = connect(port, '127.0.0.1');
      let text = '';
      const sendNext = (): void => {
        const request = requests[next];
        next += 1;
        if (request === undefined) socket.end();
        else socket.write(request);
      };
      socket.setEncoding('latin1');
      socket.on('connect', sendNext);
      socket.on('data', (chunk: string) => {
        text += chunk;
        const head = text.indexOf(HEAD_END);
        if (head === -1) return;
        const length = Number(/content-length: (\d+)/i.exec(text.slice(0, head))?.[1]);
        if (text.length < head + HEAD_END.length + length) return;
        if (!text.includes(expected)) wrong ??= text;
        text = '';
        sendNext();
      });
      socket.on('error', reject);
      socket.on('close', () => resolve());
    });
  const startedAt = performance.now();
  await Promise.all(Array.from({ length: connections }, one));
  return { tookMs: performance.now() - startedAt, wrong };
}

process.on('message', (volley: Volley) => {
  void send(volley).then((answers) => process.send?.(answers));
});
process.send?.('ready');

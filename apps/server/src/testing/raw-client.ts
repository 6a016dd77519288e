import { randomBytes } from 'node:crypto';
import { connect } from 'node:net';
import type { Socket } from 'node:net';

/** A client that sends raw bytes, for input that `ws` and `fetch` refuse to send. */
export async function connectRaw(port: number): Promise<Socket> {
  return await new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1', () => {
      socket.off('error', reject);
      socket.on('error', () => undefined);
      resolve(socket);
    });
    socket.once('error', reject);
  });
}

export function upgradeHead(path: string, headers: Record<string, string> = {}): string {
  const all = {
    Host: 'candor.example',
    Connection: 'Upgrade',
    Upgrade: 'websocket',
    'Sec-WebSocket-Version': '13',
    'Sec-WebSocket-Key': randomBytes(16).toString('base64'),
    ...headers,
  };
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`);
  return `GET ${path} HTTP/1.1\r\n${lines.join('')}\r\n`;
}

export const OPCODES = { text: 0x1, close: 0x8, ping: 0x9, pong: 0xa } as const;

/** One masked client frame of up to 64 KiB. */
export function clientFrame(opcode: number, text: string): Buffer {
  const payload = Buffer.from(text);
  const mask = randomBytes(4);
  const short = payload.length < 126;
  const head = Buffer.from([
    0x80 | opcode,
    0x80 | (short ? payload.length : 126),
    ...(short ? [] : [payload.length >> 8, payload.length & 0xff]),
  ]);
  return Buffer.concat([head, mask, payload.map((byte, index) => byte ^ (mask[index % 4] ?? 0))]);
}

/** Reads until the text matches the pattern, or everything until the other side closes. */
export async function readUntil(socket: Socket, pattern?: RegExp): Promise<string> {
  return await new Promise((resolve) => {
    let text = '';
    socket.on('data', (chunk) => {
      text += chunk.toString('latin1');
      if (pattern?.test(text)) resolve(text);
    });
    socket.once('close', () => resolve(text));
  });
}

/** A live socket that reads nothing after its handshake. */
export async function openDeafSocket(port: number): Promise<Socket> {
  const socket = await connectRaw(port);
  socket.write(upgradeHead('/ws'));
  await readUntil(socket, /"op":"hello"/);
  socket.removeAllListeners('data');
  socket.pause();
  return socket;
}

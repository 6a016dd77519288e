import { rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import type { Server, Socket } from 'node:net';
import { concurrencyLimit } from '../../platform/jobs/concurrency-limit.ts';
import { answerOf, BEGUN, readRequestHead, REQUEST_HEAD_BYTES } from './picture-frames.ts';
import { prepareDecoders, redraw, WORK_SEC_MAX } from './redraw.ts';

/**
 * The work of the process of pictures: one at a time. It has no database, no secrets and no files, so that all a bad picture can
 * end is this process. It ends itself when a picture takes more memory or time than any honest one: it is then started again, and
 * only that picture is refused.
 */
const CONNECTIONS_MAX = 24;
const SILENT_MS = 15_000;
/** Of processor time. The decoders have a bound of their own, which not every part of them keeps. */
const WORK_MS_MAX = 12_000;
/** Without using any: on a busy machine an honest picture takes minutes. */
const WAIT_MS_MAX = 120_000;
/** A picture that got less than this share of its time was late, and not too much. */
const STARVING_SHARE = 0.5;
const MEMORY_BYTES_MAX = 420_000_000;
const LOOK_EVERY_MS = 25;

/** @param bytesMax of one picture as it was sent */
export async function servePictures(path: string, bytesMax: number, die: (why: string) => void): Promise<Server> {
  prepareDecoders();
  const inTurn = concurrencyLimit(1, CONNECTIONS_MAX, () => new Error('too many pictures'));
  const draw = async (socket: Socket, bytes: Buffer, size: Parameters<typeof redraw>[1]): Promise<void> => {
    if (socket.destroyed) return;
    socket.write(Buffer.of(BEGUN));
    const startedAt = performance.now();
    const before = process.cpuUsage();
    const usedMs = (): number => {
      const { user, system } = process.cpuUsage(before);
      return (user + system) / 1000;
    };
    const late = setTimeout(() => die('a picture took too long'), WAIT_MS_MAX);
    const look = setInterval(() => {
      if (usedMs() > WORK_MS_MAX) die('a picture took too long');
      if (process.memoryUsage.rss() > MEMORY_BYTES_MAX) die('a picture took too much memory');
    }, LOOK_EVERY_MS);
    try {
      // The decoder's words may quote the picture: they are not told.
      const drawn = await redraw(bytes, size).catch(() => undefined);
      const tookMs = performance.now() - startedAt;
      const isLate = tookMs >= WORK_SEC_MAX * 1000 && usedMs() < tookMs * STARVING_SHARE;
      socket.end(answerOf(drawn ?? (isLate ? 'late' : 'invalid')));
    } finally {
      clearTimeout(late);
      clearInterval(look);
    }
  };
  const server = createServer((socket) => {
    const chunks: Buffer[] = [];
    let read = 0;
    let asked: ReturnType<typeof readRequestHead>;
    socket.setTimeout(SILENT_MS + WAIT_MS_MAX, () => socket.destroy());
    socket.on('error', () => socket.destroy());
    socket.on('data', (chunk: Buffer) => {
      chunks.push(chunk);
      read += chunk.length;
      if (asked === undefined && read >= REQUEST_HEAD_BYTES) {
        asked = readRequestHead(Buffer.concat(chunks), bytesMax);
        if (asked === undefined) return void socket.destroy();
      }
      const whole = asked && REQUEST_HEAD_BYTES + asked.length;
      if (whole === undefined || read < whole) return;
      if (read > whole || asked === undefined) return void socket.destroy();
      const { size } = asked;
      const bytes = Buffer.concat(chunks).subarray(REQUEST_HEAD_BYTES);
      inTurn(async () => await draw(socket, bytes, size)).catch(() => socket.destroy());
    });
  });
  server.maxConnections = CONNECTIONS_MAX;
  if (process.platform !== 'win32') await rm(path, { force: true });
  await new Promise<void>((resolve, reject) => server.once('error', reject).listen(path, resolve));
  return server;
}

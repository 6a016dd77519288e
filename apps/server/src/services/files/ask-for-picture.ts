import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { ImageSize } from './image-size.ts';
import { ANSWER_BYTES_MAX, ANSWER_HEAD_BYTES, BEGUN, DRAWN, INVALID, requestHead } from './picture-frames.ts';

/** Longer than the process of pictures gives to one. */
const ANSWER_MS_MAX = 15_000;
/** How long a process that is being started again is waited for. */
const START_MS_MAX = 8_000;
const RETRY_MS = 200;

/**
 * Has a picture drawn by the process of pictures. `invalid` is also the answer to one that ended the process; `away` when the
 * process does not come back in time, for reasons of its own.
 */
export async function askForPicture(
  path: string,
  bytes: Uint8Array,
  size: ImageSize,
): Promise<Buffer | 'invalid' | 'away'> {
  const endsAtMs = performance.now() + START_MS_MAX;
  for (;;) {
    const answer = await askOnce(path, bytes, size);
    if (answer !== 'not begun') return answer;
    if (performance.now() > endsAtMs) return 'away';
    await sleep(RETRY_MS);
  }
}

async function askOnce(path: string, bytes: Uint8Array, size: ImageSize): Promise<Buffer | 'invalid' | 'not begun'> {
  return await new Promise((resolve) => {
    const chunks: Buffer[] = [];
    let read = 0;
    const socket = connect(path);
    const timer = setTimeout(() => socket.destroy(), ANSWER_MS_MAX);
    socket.on('error', () => socket.destroy());
    socket.on('data', (chunk: Buffer) => {
      chunks.push(chunk);
      read += chunk.length;
      if (read > ANSWER_BYTES_MAX) socket.destroy();
    });
    socket.once('close', () => {
      clearTimeout(timer);
      const answer = Buffer.concat(chunks);
      if (answer[0] !== BEGUN) resolve('not begun');
      else resolve(readAnswer(answer) ?? 'invalid');
    });
    socket.write(requestHead(size, bytes.length));
    socket.write(bytes);
  });
}

/** Undefined for an answer that broke off. */
function readAnswer(answer: Buffer): Buffer | 'invalid' | undefined {
  if (answer[1] === INVALID) return 'invalid';
  if (answer.length < ANSWER_HEAD_BYTES || answer[1] !== DRAWN) return undefined;
  const picture = answer.subarray(ANSWER_HEAD_BYTES);
  return picture.length === answer.readUInt32BE(2) ? picture : undefined;
}

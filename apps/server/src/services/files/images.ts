import { err, ok } from '@candor/domain/result';
import type { Result } from '@candor/domain/result';
import { setTimeout as sleep } from 'node:timers/promises';
import { Refused } from '../../platform/http/http-app.ts';
import { concurrencyLimit } from '../../platform/jobs/concurrency-limit.ts';
import type { ImageSize } from './image-size.ts';
import { checkPicture, withoutPackedParts } from './picture-header.ts';
import type { PictureProblem } from './picture-header.ts';
import { connect } from 'node:net';
import { ANSWER_BYTES_MAX, ANSWER_HEAD_BYTES, BEGUN, DRAWN, INVALID, LATE, requestHead } from './picture-frames.ts';

/**
 * Pictures that members send, drawn again (redraw.ts). What a file is follows from its bytes, never from its name or from what
 * the sender says. First its header says what it would cost; then another process decodes it, which may die of it alone.
 */
export interface Images {
  /** A JPEG of the picture, or a PNG where what is clear stays so. Throws Refused('RATE_LIMITED') when too many wait already. */
  redraw(bytes: Uint8Array, size: ImageSize): Promise<Result<Buffer, PictureProblem>>;
}

/** One picture at a time keeps memory and processor time for everybody else. */
const RUNNING_MAX = 1;
const WAITING_MAX = 20;
const RETRY_SEC = 5;

/** @param pathOf the socket of the process of pictures */
export function createImages(pathOf: () => Promise<string>): Images {
  const busy = (): Refused => new Refused('RATE_LIMITED', { retryAfterSec: RETRY_SEC });
  const inTurn = concurrencyLimit(RUNNING_MAX, WAITING_MAX, busy);
  return {
    redraw: async (bytes, size) => {
      const header = checkPicture(bytes);
      if (!header.ok) return header;
      return await inTurn(async () => {
        const answer = await askForPicture(await pathOf(), withoutPackedParts(bytes), size);
        if (answer === 'away' || answer === 'late') throw busy();
        return answer === 'invalid' ? err('IMAGE_INVALID') : ok(answer);
      });
    },
  };
}

/** Longer than the process of pictures works on one, unless the machine is busy. */
const ANSWER_MS_MAX = 15_000;
/** How long a process that is being started again is waited for. */
const START_MS_MAX = 8_000;
const RETRY_MS = 200;

/**
 * Has a picture drawn by the process of pictures. `invalid` is also the answer to one that ended the process; `away` when the
 * process does not come back in time, for reasons of its own; `late` when the machine gave it no time.
 */
async function askForPicture(
  path: string,
  bytes: Uint8Array,
  size: ImageSize,
): Promise<Buffer | 'invalid' | 'late' | 'away'> {
  const endsAtMs = performance.now() + START_MS_MAX;
  for (;;) {
    const answer = await askOnce(path, bytes, size);
    if (answer !== 'not begun') return answer;
    if (performance.now() > endsAtMs) return 'away';
    await sleep(RETRY_MS);
  }
}

async function askOnce(
  path: string,
  bytes: Uint8Array,
  size: ImageSize,
): Promise<Buffer | 'invalid' | 'late' | 'not begun'> {
  return await new Promise((resolve) => {
    const chunks: Buffer[] = [];
    let read = 0;
    const socket = connect(path);
    let isLate = false;
    const timer = setTimeout(() => {
      isLate = true;
      socket.destroy();
    }, ANSWER_MS_MAX);
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
      else resolve(readAnswer(answer) ?? (isLate ? 'late' : 'invalid'));
    });
    socket.write(requestHead(size, bytes.length));
    socket.write(bytes);
  });
}

/** Undefined for an answer that broke off. */
function readAnswer(answer: Buffer): Buffer | 'invalid' | 'late' | undefined {
  if (answer[1] === LATE) return 'late';
  if (answer[1] === INVALID) return 'invalid';
  if (answer.length < ANSWER_HEAD_BYTES || answer[1] !== DRAWN) return undefined;
  const picture = answer.subarray(ANSWER_HEAD_BYTES);
  return picture.length === answer.readUInt32BE(2) ? picture : undefined;
}

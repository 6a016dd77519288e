import { err, ok } from '@candor/domain/result';
import type { Result } from '@candor/domain/result';
import { Refused } from '../../platform/http/http-app.ts';
import { concurrencyLimit } from '../../platform/jobs/concurrency-limit.ts';
import { askForPicture } from './ask-for-picture.ts';
import type { ImageSize } from './image-size.ts';
import { checkPicture, withoutPackedParts } from './picture-header.ts';
import type { PictureProblem } from './picture-header.ts';

/**
 * Pictures that members send, drawn again (redraw.ts). What a file is follows from its bytes, never from its name or from what
 * the sender says. First its header says what it would cost; then another process decodes it, which may die of it alone.
 */
export interface Images {
  /** A JPEG of the picture. Throws Refused('RATE_LIMITED') when too many wait already. */
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
        if (answer === 'away') throw busy();
        return answer === 'invalid' ? err('IMAGE_INVALID') : ok(answer);
      });
    },
  };
}

import { err, ok } from '@candor/domain/result';
import type { Result } from '@candor/domain/result';
import sharp from 'sharp';
import { Refused } from '../../platform/http/http-app.ts';
import { turnstile } from '../../platform/jobs/turnstile.ts';

/**
 * Pictures that members send, drawn again. Only the pixels survive: no position, no device, no colour profile, and
 * nothing that was hidden behind the picture. What a file is follows from decoding it, never from its name or from what
 * the sender says.
 */
export interface Images {
  /** A JPEG of the picture. Throws Refused('RATE_LIMITED') when too many wait already. */
  redraw(bytes: Uint8Array, size: ImageSize): Promise<Result<Buffer, 'IMAGE_INVALID'>>;
}

export type ImageSize =
  /** As large as it is, at most so many pixels on each side. */
  | { readonly sideMax: number }
  /** A square of exactly this side, cut from the middle. */
  | { readonly square: number };

/** For photos of papers and for screenshots: small print stays readable. */
export const PAPER_SIZE: ImageSize = { sideMax: 2_000 };
export const AVATAR_SIZE: ImageSize = { square: 256 };

/** Decoded, such a picture takes about 100 MB. */
const PIXELS_MAX = 33_000_000;
const QUALITY = 82;
/** One picture at a time keeps memory and processor time for everybody else. */
const RUNNING_MAX = 1;
const WAITING_MAX = 20;
const WORK_SEC_MAX = 10;

const ACCEPTED: readonly (string | undefined)[] = ['jpeg', 'png', 'webp'];

export function createImages(): Images {
  sharp.concurrency(1);
  sharp.cache(false);
  // Only these three decoders ever see the bytes of a stranger.
  sharp.block({ operation: ['VipsForeignLoad'] });
  sharp.unblock({
    operation: ['VipsForeignLoadJpegBuffer', 'VipsForeignLoadPngBuffer', 'VipsForeignLoadWebpBuffer'],
  });
  const inTurn = turnstile(RUNNING_MAX, WAITING_MAX, () => new Refused('RATE_LIMITED', { retryAfterSec: 5 }));
  return {
    redraw: async (bytes, size) =>
      await inTurn(async () => {
        try {
          return ok(await redraw(bytes, size));
        } catch {
          // The decoder's words may quote the picture: they are not logged.
          return err('IMAGE_INVALID');
        }
      }),
  };
}

async function redraw(bytes: Uint8Array, size: ImageSize): Promise<Buffer> {
  const picture = sharp(bytes, { limitInputPixels: PIXELS_MAX, failOn: 'error', sequentialRead: true, pages: 1 });
  const { format, pages } = await picture.metadata();
  if (!ACCEPTED.includes(format) || (pages ?? 1) > 1) throw new Error('not a still picture of a known format');
  return await picture
    .timeout({ seconds: WORK_SEC_MAX })
    .autoOrient()
    .resize(
      'square' in size
        ? { width: size.square, height: size.square, fit: 'cover' }
        : { width: size.sideMax, height: size.sideMax, fit: 'inside', withoutEnlargement: true },
    )
    .flatten({ background: '#ffffff' })
    .toColourspace('srgb')
    .jpeg({ quality: QUALITY })
    .toBuffer();
}

import sharp from 'sharp';
import { isMachineBusy } from '../../platform/processes/read-process.ts';
import type { ImageSize } from './image-size.ts';

/*
 * Draws a picture again. Only the pixels survive: no position, no device, no colour profile, and nothing that was hidden behind
 * the picture. Only the process of pictures imports this: native decoders see the bytes of strangers there, and nowhere else.
 */

/** A second look, by the decoder: services/files/picture-header.ts has the bounds. */
const PIXELS_MAX = 50_400_000;
const QUALITY = 82;
const PNG_BYTES_MAX = 128 * 1024;
export const WORK_SEC_MAX = 10;
/** The decoder's bound is time on the wall, of which a busy machine gives it little (serve-pictures.ts bounds what it uses). */
const BUSY_SEC_MAX = 100;
const ACCEPTED: readonly (string | undefined)[] = ['jpeg', 'png', 'webp'];

export function prepareDecoders(): void {
  sharp.concurrency(1);
  sharp.cache(false);
  // Only these three decoders ever see the bytes of a stranger.
  sharp.block({ operation: ['VipsForeignLoad'] });
  sharp.unblock({
    operation: ['VipsForeignLoadJpegBuffer', 'VipsForeignLoadPngBuffer', 'VipsForeignLoadWebpBuffer'],
  });
}

/** @throws for what is no still picture of a known format */
export async function redraw(bytes: Uint8Array, size: ImageSize): Promise<Buffer> {
  const picture = sharp(bytes, { limitInputPixels: PIXELS_MAX, failOn: 'error', sequentialRead: true, pages: 1 });
  const { format, pages } = await picture.metadata();
  if (!ACCEPTED.includes(format) || (pages ?? 1) > 1) throw new Error('not a still picture of a known format');
  const upright = picture.timeout({ seconds: isMachineBusy() ? BUSY_SEC_MAX : WORK_SEC_MAX }).autoOrient();
  if ('clear' in size) {
    const drawn = upright.resize({ ...size.clear, fit: 'inside', withoutEnlargement: true }).toColourspace('srgb');
    const png = await drawn.png({ compressionLevel: 9 }).toBuffer();
    // A photo is no good logo, but still one: with fewer colours it is small.
    return png.length <= PNG_BYTES_MAX ? png : await drawn.png({ compressionLevel: 9, palette: true }).toBuffer();
  }
  return await upright
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

import { createHash } from 'node:crypto';
import type { Result } from '@candor/domain/result';
import type { FilePurpose } from './file-store.ts';
import type { ImageSize } from './image-size.ts';
import type { Images } from './images.ts';
import type { PictureProblem } from './picture-header.ts';
import { sealFile } from './sealed-files.ts';
import type { FileDeps } from './sealed-files.ts';

/** A picture as it came in a form, and what it is for. */
export interface SentPicture {
  readonly memberId: bigint;
  readonly purpose: FilePurpose;
  readonly file: File;
  readonly size: ImageSize;
}

/** Draws a picture again and seals it. Returns the file's id, for the command that will refer to it. */
export async function storePicture(
  deps: FileDeps & { images: Images },
  { memberId, purpose, file, size }: SentPicture,
): Promise<Result<string, PictureProblem | 'UPLOAD_LIMIT_REACHED'>> {
  const drawn = await deps.images.redraw(await file.bytes(), size);
  return drawn.ok ? await sealFile(deps, { memberId, purpose, bytes: drawn.value }) : drawn;
}

/** What a picture adds to the fingerprint of its request. */
export async function pictureHash(file: File | undefined): Promise<string | undefined> {
  if (file === undefined) return undefined;
  return createHash('sha256')
    .update(await file.bytes())
    .digest('hex');
}

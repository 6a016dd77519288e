/* A photo of a phone has far more pixels than anybody needs to read a receipt. */

import { PICTURE_MS_MAX, within } from '@candor/api-client/within';

const SIDE_MAX = 2_000;
const QUALITY = 0.85;

/** The size that a picture gets, with the same proportions. */
export function shrunkSize(width: number, height: number): { width: number; height: number } {
  const factor = Math.min(1, SIDE_MAX / Math.max(width, height));
  return { width: Math.max(1, Math.round(width * factor)), height: Math.max(1, Math.round(height * factor)) };
}

/** A JPEG has no transparency: what is transparent would become black, and with it every dark letter on it. */
export function drawOnWhite(
  context: CanvasRenderingContext2D,
  picture: CanvasImageSource,
  { width, height }: { width: number; height: number },
): void {
  context.fillStyle = '#ffffff';
  context.fillRect(0, 0, width, height);
  context.drawImage(picture, 0, 0, width, height);
}

/** A smaller JPEG of the picture; the picture itself if that is not smaller, or if the browser cannot read it. */
export async function shrinkPicture(file: File): Promise<File> {
  try {
    const bitmap = await within(PICTURE_MS_MAX, createImageBitmap(file, { imageOrientation: 'from-image' }));
    const { width, height } = shrunkSize(bitmap.width, bitmap.height);
    const canvas = Object.assign(document.createElement('canvas'), { width, height });
    const context = canvas.getContext('2d');
    if (context !== null) drawOnWhite(context, bitmap, { width, height });
    bitmap.close();
    const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/jpeg', QUALITY));
    return blob === null || blob.size >= file.size ? file : new File([blob], file.name, { type: blob.type });
  } catch {
    return file;
  }
}

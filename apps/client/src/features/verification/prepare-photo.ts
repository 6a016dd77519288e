/* A photo as it is sent: upright, smaller, marked with what it is for, and checked. All of it happens on the device. */

import { PICTURE_MS_MAX, within } from '@candor/api-client/within';
import { drawOnWhite } from '../../services/pictures/shrink-picture.ts';
import { greyOf, photoProblems } from './photo-check.ts';
import type { PhotoProblem } from './photo-check.ts';

export type PreparedPhoto = {
  /** Of this photo alone: a retake has another one. */
  id: number;
  blob: Blob;
  problems: readonly PhotoProblem[];
};

const SIDE_MAX = 1_600;
const QUALITY = 0.82;
const CHECKED_SIDE = 480;
const FILE_BYTES_MAX = 30 * 1024 * 1024;

let lastId = 0;

/** Null when the file is no picture that this browser can read. */
export async function preparePhoto(file: Blob, mark: string): Promise<PreparedPhoto | null> {
  if (file.size > FILE_BYTES_MAX) return null;
  const picture = await within(PICTURE_MS_MAX, createImageBitmap(file, { imageOrientation: 'from-image' })).catch(
    () => null,
  );
  if (picture === null) return null;
  const { width, height } = picture;
  try {
    const grey = drawn(picture, CHECKED_SIDE);
    const check = grey.context.getImageData(0, 0, grey.canvas.width, grey.canvas.height);
    const problems = photoProblems(
      { pixels: greyOf(check.data), width: check.width, height: check.height },
      { width, height },
    );
    const { canvas, context } = drawn(picture, SIDE_MAX);
    drawMark(context, canvas, mark);
    const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/jpeg', QUALITY));
    lastId += 1;
    return blob === null ? null : { id: lastId, blob, problems };
  } finally {
    picture.close();
  }
}

function drawn(picture: ImageBitmap, sideMax: number) {
  const scale = Math.min(1, sideMax / Math.max(picture.width, picture.height));
  const canvas = document.createElement('canvas');
  canvas.width = Math.max(1, Math.round(picture.width * scale));
  canvas.height = Math.max(1, Math.round(picture.height * scale));
  const context = canvas.getContext('2d', { willReadFrequently: true });
  if (context === null) throw new Error('the browser draws no canvas');
  drawOnWhite(context, picture, canvas);
  return { canvas, context };
}

/** Thin lines of text across the whole photo: it cannot be used for anything else, and everything stays readable. */
function drawMark(context: CanvasRenderingContext2D, { width, height }: HTMLCanvasElement, mark: string): void {
  const size = Math.max(14, Math.round(Math.min(width, height) / 18));
  context.save();
  context.font = `600 ${size}px sans-serif`;
  context.fillStyle = 'rgba(255, 255, 255, 0.32)';
  context.strokeStyle = 'rgba(0, 0, 0, 0.22)';
  context.lineWidth = 1;
  context.translate(width / 2, height / 2);
  context.rotate(-Math.PI / 9);
  const step = context.measureText(mark).width + size * 3;
  const reach = Math.hypot(width, height) / 2;
  for (let y = -reach; y < reach; y += size * 5)
    for (let x = -reach - step; x < reach; x += step) {
      context.strokeText(mark, x, y);
      context.fillText(mark, x, y);
    }
  context.restore();
}

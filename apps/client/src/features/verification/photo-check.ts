/* Whether a photo of a card can be read, judged by its pixels. Pure. */

/** The brightness of each pixel, 0 to 255, row by row. */
export type GreyPicture = { readonly pixels: Uint8Array; readonly width: number; readonly height: number };

export type PhotoProblem = 'small' | 'blurred' | 'glare' | 'dark' | 'bright';

/** Print on a card is no longer readable when the card is smaller than this. */
const SHORT_SIDE_MIN = 480;
const DARK_BELOW = 55;
const BRIGHT_ABOVE = 225;
const GLARE_FROM = 250;
const GLARE_SHARE_MAX = 0.08;
/** Variance of the edges: sharp print has far more, a blurred picture far less. */
const EDGES_MIN = 40;

/**
 * What is wrong with a photo, the worst first. `grey` may be smaller than the photo, which has `width` and `height`.
 */
export function photoProblems(grey: GreyPicture, { width, height }: { width: number; height: number }): PhotoProblem[] {
  const { mean, glare } = lightOf(grey);
  return [
    ...(Math.min(width, height) < SHORT_SIDE_MIN ? (['small'] as const) : []),
    ...(mean < DARK_BELOW ? (['dark'] as const) : mean > BRIGHT_ABOVE ? (['bright'] as const) : []),
    ...(glare > GLARE_SHARE_MAX && mean <= BRIGHT_ABOVE ? (['glare'] as const) : []),
    ...(edgeVariance(grey) < EDGES_MIN ? (['blurred'] as const) : []),
  ];
}

function lightOf({ pixels }: GreyPicture): { mean: number; glare: number } {
  let sum = 0;
  let glaring = 0;
  for (const pixel of pixels) {
    sum += pixel;
    if (pixel >= GLARE_FROM) glaring += 1;
  }
  return { mean: sum / pixels.length, glare: glaring / pixels.length };
}

/** The variance of the second derivative (Laplace): edges make it large. */
function edgeVariance({ pixels, width, height }: GreyPicture): number {
  let sum = 0;
  let squares = 0;
  let count = 0;
  for (let y = 1; y < height - 1; y += 1)
    for (let x = 1; x < width - 1; x += 1) {
      const at = y * width + x;
      const edge =
        4 * (pixels[at] ?? 0) -
        (pixels[at - 1] ?? 0) -
        (pixels[at + 1] ?? 0) -
        (pixels[at - width] ?? 0) -
        (pixels[at + width] ?? 0);
      sum += edge;
      squares += edge * edge;
      count += 1;
    }
  return count === 0 ? 0 : squares / count - (sum / count) ** 2;
}

/** Brightness of canvas pixels, four bytes each. */
export function greyOf(rgba: Uint8ClampedArray): Uint8Array {
  const grey = new Uint8Array(rgba.length / 4);
  for (let i = 0; i < grey.length; i += 1)
    grey[i] = Math.round(0.299 * (rgba[i * 4] ?? 0) + 0.587 * (rgba[i * 4 + 1] ?? 0) + 0.114 * (rgba[i * 4 + 2] ?? 0));
  return grey;
}

/* Which square of a picture becomes the avatar. Pure: all lengths are pixels of the picture. */

export type Size = { readonly width: number; readonly height: number };
/** The square's upper left corner, and how much smaller it is than the largest square: 1 to ZOOM_MAX. */
export type Crop = { readonly x: number; readonly y: number; readonly zoom: number };

export const ZOOM_MAX = 4;

export function sideOf({ width, height }: Size, zoom: number): number {
  return Math.min(width, height) / zoom;
}

/** The largest square in the middle. */
export function middleCrop(size: Size): Crop {
  const side = sideOf(size, 1);
  return { x: (size.width - side) / 2, y: (size.height - side) / 2, zoom: 1 };
}

/** Moves the square; it never leaves the picture. */
export function movedCrop(size: Size, crop: Crop, by: { x: number; y: number }): Crop {
  const side = sideOf(size, crop.zoom);
  return {
    ...crop,
    x: Math.min(Math.max(0, crop.x + by.x), size.width - side),
    y: Math.min(Math.max(0, crop.y + by.y), size.height - side),
  };
}

/** Zooms around the middle of the square. */
export function zoomedCrop(size: Size, crop: Crop, zoom: number): Crop {
  const bounded = Math.min(Math.max(1, zoom), ZOOM_MAX);
  const shift = (sideOf(size, crop.zoom) - sideOf(size, bounded)) / 2;
  return movedCrop(size, { ...crop, zoom: bounded }, { x: shift, y: shift });
}

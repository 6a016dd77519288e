/*
 * The map as pure functions: Web Mercator, the projection of map squares of every maker. The world is a square of side 1
 * from its north-west corner. A view is the point in the middle and a zoom; at zoom z the world is 256 · 2^z pixels wide.
 */

import { rounded } from './coordinates.ts';
import type { Coordinates } from './coordinates.ts';

export type Point = { x: number; y: number };
export type MapSize = { width: number; height: number };
export type MapView = { center: Point; zoom: number };

/** North of it the square ends. */
export const LATITUDE_MAX = 85.051_128_78;
const TILE_PX = 256;
/** Map squares seldom reach further. */
const TILE_ZOOM_MAX = 19;

export function toWorld({ latitude, longitude }: Coordinates): Point {
  const sine = Math.sin((between(latitude, -LATITUDE_MAX, LATITUDE_MAX) * Math.PI) / 180);
  return { x: (longitude + 180) / 360, y: 0.5 - Math.log((1 + sine) / (1 - sine)) / (4 * Math.PI) };
}

export function toCoordinates({ x, y }: Point): Coordinates {
  const latitude = (Math.atan(Math.sinh(Math.PI * (1 - 2 * y))) * 180) / Math.PI;
  return { latitude: rounded(latitude), longitude: rounded(x * 360 - 180) };
}

export function worldPx(zoom: number): number {
  return TILE_PX * 2 ** zoom;
}

/** The zoom at which the world just fills the map. */
export function zoomMin({ width, height }: MapSize): number {
  return Math.log2(Math.max(width, height) / TILE_PX);
}

/** The nearest view that shows nothing beside the world. */
export function heldView({ center, zoom }: MapView, size: MapSize, zoomMax: number): MapView {
  const held = between(zoom, zoomMin(size), Math.max(zoomMax, zoomMin(size)));
  const [across, down] = [size.width / 2 / worldPx(held), size.height / 2 / worldPx(held)];
  return {
    zoom: held,
    center: { x: between(center.x, across, 1 - across), y: between(center.y, down, 1 - down) },
  };
}

/** Where a point of the world is on the map, in pixels from its top left. */
export function toScreen(point: Point, { center, zoom }: MapView, { width, height }: MapSize): Point {
  const px = worldPx(zoom);
  return { x: (point.x - center.x) * px + width / 2, y: (point.y - center.y) * px + height / 2 };
}

export function fromScreen(at: Point, { center, zoom }: MapView, { width, height }: MapSize): Point {
  const px = worldPx(zoom);
  return {
    x: between(center.x + (at.x - width / 2) / px, 0, 1),
    y: between(center.y + (at.y - height / 2) / px, 0, 1),
  };
}

/** The map pulled by some pixels. */
export function draggedView(view: MapView, dx: number, dy: number): MapView {
  const px = worldPx(view.zoom);
  return { ...view, center: { x: view.center.x - dx / px, y: view.center.y - dy / px } };
}

/** Another zoom, with the point at `at` staying where it is. */
export function zoomedView(view: MapView, zoom: number, at: Point, { width, height }: MapSize): MapView {
  const change = 1 / worldPx(view.zoom) - 1 / worldPx(zoom);
  return {
    zoom,
    center: {
      x: view.center.x + (at.x - width / 2) * change,
      y: view.center.y + (at.y - height / 2) * change,
    },
  };
}

export type Tile = { z: number; x: number; y: number; left: number; top: number; side: number };

/** The map squares that cover the view. */
export function tilesOf(view: MapView, size: MapSize): Tile[] {
  const z = between(Math.round(view.zoom), 0, TILE_ZOOM_MAX);
  const count = 2 ** z;
  const [from, to] = [
    fromScreen({ x: 0, y: 0 }, view, size),
    fromScreen({ x: size.width, y: size.height }, view, size),
  ];
  const side = worldPx(view.zoom) / count;
  const rows = upTo(Math.floor(from.y * count), Math.min(count - 1, Math.floor(to.y * count)));
  const columns = upTo(Math.floor(from.x * count), Math.min(count - 1, Math.floor(to.x * count)));
  return rows.flatMap((y) =>
    columns.map((x) => {
      const corner = toScreen({ x: x / count, y: y / count }, view, size);
      return { z, x, y, left: corner.x, top: corner.y, side };
    }),
  );
}

export function tileAddress(template: string, { z, x, y }: Tile): string {
  return template.replaceAll('{z}', String(z)).replaceAll('{x}', String(x)).replaceAll('{y}', String(y));
}

export type Label = Point & { text: string };

const LABELS_MAX = 24;
const LABEL_HEIGHT_PX = 22;

/** Names that fit on the map. An earlier one wins over a later one that would cover it. */
export function labelsOf(
  places: readonly (Coordinates & { text: string })[],
  view: MapView,
  size: MapSize,
): readonly Label[] {
  const shown: (Label & { width: number })[] = [];
  for (const { text, ...place } of places) {
    if (shown.length === LABELS_MAX) break;
    const at = toScreen(toWorld(place), view, size);
    const width = widthOf(text);
    const isInside = at.x > 4 && at.x + width < size.width && at.y > 10 && at.y < size.height - 10;
    if (isInside && !shown.some((other) => overlap(other, { ...at, width }))) shown.push({ ...at, text, width });
  }
  return shown;
}

type Box = Point & { width: number };

function overlap(a: Box, b: Box): boolean {
  return a.x < b.x + b.width && b.x < a.x + a.width && Math.abs(a.y - b.y) < LABEL_HEIGHT_PX;
}

/** A guess, with the dot before it: Chinese characters are twice as wide as Latin letters. */
function widthOf(text: string): number {
  return [...text].reduce((width, character) => width + (character > '⺀' ? 13 : 7), 20);
}

function between(value: number, min: number, max: number): number {
  return Math.min(Math.max(value, min), max);
}

function upTo(first: number, last: number): number[] {
  return Array.from({ length: Math.max(0, last - first + 1) }, (_, index) => first + index);
}

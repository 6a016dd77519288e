import { loadImage, createCanvas } from '@napi-rs/canvas';
import type { CaptchaLevel } from '@candor/contract/identity';
import { GLYPHS } from '../../apps/server/src/features/identity/captcha-glyphs.ts';
import type { Point } from '../../apps/server/src/features/identity/captcha-glyphs.ts';

/*
 * Reads a captcha's picture as a robot does: it cuts the picture into cells, takes the pixels of one full ink in each, and compares
 * them with the characters, turned and sheared a little. No learning, no library: this is all that the picture asks of a robot.
 */

const WIDTH = 220;
const HEIGHT = 104;
/** Half a stroke, in pixels. */
const NEAR = 3;
/** All that is no further away than half a stroke. */
const DISC = Array.from({ length: (2 * NEAR + 1) ** 2 }, (_, at): Point => [
  (at % (2 * NEAR + 1)) - NEAR,
  Math.floor(at / (2 * NEAR + 1)) - NEAR,
]).filter(([dx, dy]) => dx * dx + dy * dy <= NEAR * NEAR);
const TURNS = [-0.28, -0.14, 0, 0.14, 0.28];
const SHEARS = [-0.15, 0, 0.15];
const LENGTHS: Readonly<Record<CaptchaLevel, readonly number[]>> = { 0: [4, 5], 1: [6], 2: [7] };
/** Two colours are one if no part differs by more. */
const COLOUR_MAX = 10;
const INKS = ['#1d3557', '#7a1f3d', '#20512f', '#5b2a86', '#7a4a12', '#0f4c5c'].map((ink) =>
  [1, 3, 5].map((at) => Number.parseInt(ink.slice(at, at + 2), 16)),
);

export async function readPicture(png: Buffer, level: CaptchaLevel): Promise<string> {
  const canvas = createCanvas(WIDTH, HEIGHT);
  const context = canvas.getContext('2d');
  context.drawImage(await loadImage(png), 0, 0);
  const { data } = context.getImageData(0, 0, WIDTH, HEIGHT);
  const pixels = INKS.map(() => [] as Point[]);
  for (let at = 0; at < WIDTH * HEIGHT; at += 1) {
    const ink = INKS.findIndex((colour) =>
      colour.every((part, index) => Math.abs(part - (data[at * 4 + index] ?? 0)) <= COLOUR_MAX),
    );
    if (ink >= 0) pixels[ink]?.push([at % WIDTH, Math.floor(at / WIDTH)]);
  }
  const readings = LENGTHS[level].map((length) => readCells(pixels, length));
  return readings.toSorted((a, b) => b.score - a.score)[0]?.text ?? '';
}

function readCells(pixels: readonly Point[][], length: number): { text: string; score: number } {
  const cell = (WIDTH - 20) / length;
  let [text, score] = ['', 0];
  for (let index = 0; index < length; index += 1) {
    const centre = 10 + cell * (index + 0.5);
    const inCell = pixels.map((ofInk) => ofInk.filter(([x]) => Math.abs(x - centre) < cell * 0.56));
    const ink = inCell.toSorted((a, b) => b.length - a.length)[0] ?? [];
    const best = bestGlyph(ink, cell);
    text += best.glyph;
    score += best.score / length;
  }
  return { text, score };
}

function bestGlyph(ink: readonly Point[], cell: number): { glyph: string; score: number } {
  let best = { glyph: 'X', score: -1 };
  if (ink.length < 20) return best;
  const [cx, cy] = centreOf(ink);
  const inkGrid = gridOf(ink);
  for (const [glyph, strokes] of Object.entries(GLYPHS))
    for (const turn of TURNS)
      for (const shear of SHEARS) {
        const placed = strokes.flat().map(([x, y]) => place([x, y], cell, turn, shear));
        const dense = placed.flatMap((point, at) => between(placed[at - 1], point));
        const [tx, ty] = centreOf(dense);
        const moved = dense.map(([x, y]): Point => [x - tx + cx, y - ty + cy]);
        const covered = partIn(moved, inkGrid);
        // Comparing the other way round is slow, and cannot make it better than this.
        if (covered <= best.score) continue;
        const score = covered * partIn(ink, gridOf(moved));
        if (score > best.score) best = { glyph, score };
      }
  return best;
}

function place([x, y]: Point, cell: number, turn: number, shear: number): Point {
  const v = (y / 100 - 0.5) * HEIGHT * 0.52;
  const u = (x / 100 - 0.5) * cell * 0.73 + shear * v;
  return [u * Math.cos(turn) - v * Math.sin(turn), u * Math.sin(turn) + v * Math.cos(turn)];
}

/** Points on the way to the next one, so that no gap is wider than a stroke. A new stroke begins far away. */
function between(from: Point | undefined, to: Point): Point[] {
  if (from === undefined) return [to];
  const length = Math.hypot(to[0] - from[0], to[1] - from[1]);
  if (length > 12) return [to];
  const steps = Math.max(1, Math.ceil(length / 2));
  return Array.from({ length: steps }, (_, step): Point => {
    const t = (step + 1) / steps;
    return [from[0] + (to[0] - from[0]) * t, from[1] + (to[1] - from[1]) * t];
  });
}

function centreOf(points: readonly Point[]): Point {
  const sum = points.reduce<[number, number]>(([x, y], [px, py]) => [x + px, y + py], [0, 0]);
  return [sum[0] / points.length, sum[1] / points.length];
}

function partIn(points: readonly Point[], grid: Uint8Array): number {
  return points.filter(([x, y]) => grid[indexOf(x, y)] === 1).length / points.length;
}

function indexOf(x: number, y: number): number {
  return Math.round(y) * WIDTH + Math.round(x);
}

function gridOf(points: readonly Point[]): Uint8Array {
  const grid = new Uint8Array(WIDTH * HEIGHT);
  for (const [x, y] of points)
    for (const [dx, dy] of DISC) {
      const at = indexOf(x + dx, y + dy);
      if (at >= 0 && at < grid.length) grid[at] = 1;
    }
  return grid;
}

import { randomInt } from 'node:crypto';
import type { CaptchaLevel } from '@candor/contract/identity';
import { createCanvas } from '@napi-rs/canvas';
import type { SKRSContext2D } from '@napi-rs/canvas';
import { GLYPHS } from './captcha-glyphs.ts';
import type { Point, Stroke } from './captcha-glyphs.ts';

/** Logical size; drawn at twice the density for sharp screens. */
const WIDTH = 110;
const HEIGHT = 52;
const SCALE = 2;

const INKS = ['#1d3557', '#7a1f3d', '#20512f', '#5b2a86', '#7a4a12', '#0f4c5c'];
const BACKGROUNDS = ['#f4f1ea', '#eef3f7', '#f3eef6', '#eef5ee'];

const FRACTION_STEPS = 1_000_000;
function between(from: number, to: number): number {
  return from + ((to - from) * randomInt(FRACTION_STEPS)) / FRACTION_STEPS;
}

function colourOf(list: readonly string[]): string {
  return list[randomInt(list.length)] ?? '#000000';
}

/** The noise drawn behind and before the characters, by level. */
const NOISE = [
  { behind: 3, before: 2, speckles: 90 },
  { behind: 4, before: 3, speckles: 140 },
  { behind: 5, before: 4, speckles: 190 },
] as const;

/**
 * A PNG of the characters, 220×104. Each character is turned, sheared and sized on its own. One wave bends them all,
 * and strokes in the same inks cross them; a higher level has more strokes. Two drawings of the same text differ.
 */
export async function drawCaptcha(text: string, level: CaptchaLevel = 0): Promise<Buffer> {
  const canvas = createCanvas(WIDTH * SCALE, HEIGHT * SCALE);
  const context = canvas.getContext('2d');
  context.scale(SCALE, SCALE);
  context.lineCap = 'round';
  context.lineJoin = 'round';
  context.fillStyle = colourOf(BACKGROUNDS);
  context.fillRect(0, 0, WIDTH, HEIGHT);
  const wave = newWave();
  const noise = NOISE[level];
  speckle(context, noise.speckles);
  for (let i = 0; i < noise.behind; i += 1) drawStroke(context, crossing().map(wave), between(0.7, 1.2));
  const cell = (WIDTH - 10) / text.length;
  [...text].forEach((character, index) => {
    const place = newPlacing(5 + cell * (index + 0.5), cell);
    context.strokeStyle = colourOf(INKS);
    const thickness = between(2.1, 2.9);
    for (const stroke of GLYPHS[character] ?? [])
      traceStroke(
        context,
        stroke.map((point) => wave(place(point))),
        thickness,
      );
  });
  for (let i = 0; i < noise.before; i += 1) drawStroke(context, crossing().map(wave), between(0.8, 1.3));
  return await canvas.encode('png');
}

type Warp = (point: Point) => Point;

/** One slow wave for the whole picture, so that characters cannot be cut apart by straight lines. */
function newWave(): Warp {
  const [rise, rate, phase] = [between(1.5, 3), between(0.05, 0.09), between(0, 6.28)];
  const [push, pushRate, pushPhase] = [between(0.8, 1.8), between(0.08, 0.14), between(0, 6.28)];
  return ([x, y]) => [x + push * Math.sin(y * pushRate + pushPhase), y + rise * Math.sin(x * rate + phase)];
}

/** Moves a glyph from its box 0…100 to its place around `centreX`. */
function newPlacing(centreX: number, cell: number): Warp {
  const angle = between(-0.32, 0.32);
  const shear = between(-0.2, 0.2);
  const width = cell * between(0.66, 0.8);
  const height = HEIGHT * between(0.46, 0.58);
  const [cx, cy] = [centreX + between(-1.2, 1.2), HEIGHT / 2 + between(-4, 4)];
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
  return ([x, y]) => {
    const v = (y / 100 - 0.5) * height;
    const u = (x / 100 - 0.5) * width + shear * v;
    return [cx + u * cos - v * sin, cy + u * sin + v * cos];
  };
}

/** A line from edge to edge, in steps that a warp can bend. */
function crossing(): Stroke {
  const [from, to] = [between(6, HEIGHT - 6), between(6, HEIGHT - 6)];
  return Array.from({ length: 25 }, (_, step): Point => [(WIDTH * step) / 24, from + ((to - from) * step) / 24]);
}

function drawStroke(context: SKRSContext2D, stroke: Stroke, thickness: number): void {
  context.strokeStyle = colourOf(INKS);
  context.globalAlpha = 0.6;
  traceStroke(context, stroke, thickness);
  context.globalAlpha = 1;
}

function traceStroke(context: SKRSContext2D, stroke: Stroke, thickness: number): void {
  context.lineWidth = thickness;
  context.beginPath();
  stroke.forEach(([x, y], index) => (index === 0 ? context.moveTo(x, y) : context.lineTo(x, y)));
  context.stroke();
}

function speckle(context: SKRSContext2D, count: number): void {
  for (let i = 0; i < count; i += 1) {
    context.fillStyle = colourOf(INKS);
    context.globalAlpha = between(0.15, 0.45);
    const size = between(0.5, 1.3);
    context.fillRect(between(0, WIDTH), between(0, HEIGHT), size, size);
  }
  context.globalAlpha = 1;
}

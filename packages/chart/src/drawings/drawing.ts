/*
 * What a member draws on a chart. Points are moments and prices, never bars or pixels, so a drawing is in the right
 * place on every interval. Stored data may be of another version or damaged: each drawing that does not fit is dropped.
 */

import { keysOf } from '@candor/ui/keys-of';

export type DrawingPoint = {
  /** Epoch ms. */
  atMs: number;
  price: number;
};

/** How many points each tool needs. */
export const POINTS_OF = {
  segment: 2,
  ray: 2,
  horizontal: 1,
  vertical: 1,
  price: 1,
  channel: 3,
  rectangle: 2,
  fibonacci: 2,
  text: 1,
} as const;

export type Tool = keyof typeof POINTS_OF;
export const TOOLS = keysOf(POINTS_OF);

export const COLORS = ['accent', 'info', 'success', 'danger', 'text'] as const;
export type DrawingColor = (typeof COLORS)[number];

export type Drawing = {
  id: string;
  tool: Tool;
  points: readonly DrawingPoint[];
  color: DrawingColor;
  locked: boolean;
  /** For the text tool; empty for all others. */
  text: string;
  /** Epoch ms. Drawings are sorted by it, oldest first. */
  madeAtMs: number;
};

/** The maximum number of drawings of a member on one product. */
export const DRAWINGS_MAX = 50;
/** If two tabs both fill the last free places, both drawings are kept. */
const KEPT_MAX = 2 * DRAWINGS_MAX;
export const TEXT_MAX = 60;

/** Oldest first; at the same moment sorted by id, so that every tab has the same order. */
export function inOrder(drawings: readonly Drawing[]): Drawing[] {
  return drawings.toSorted((a, b) => a.madeAtMs - b.madeAtMs || (a.id < b.id ? -1 : a.id > b.id ? 1 : 0));
}

/** Whether it has all its points. */
export function isComplete({ tool, points }: Drawing): boolean {
  return points.length >= POINTS_OF[tool];
}

/** The stored drawings that can be read. */
export function readDrawings(kept: unknown): Drawing[] {
  if (!Array.isArray(kept)) return [];
  const byId = new Map<string, Drawing>();
  for (const each of kept) {
    const drawing = readDrawing(each);
    if (drawing) byId.set(drawing.id, drawing);
  }
  return inOrder([...byId.values()]).slice(0, KEPT_MAX);
}

export function isColor(value: unknown): value is DrawingColor {
  return COLORS.some((known) => known === value);
}

function readDrawing(kept: unknown): Drawing | null {
  if (typeof kept !== 'object' || kept === null) return null;
  const { id, tool: name, points, color, locked, text, madeAtMs }: Record<string, unknown> = { ...kept };
  const tool = TOOLS.find((known) => known === name);
  if (typeof id !== 'string' || id === '' || tool === undefined || !isMoment(madeAtMs)) return null;
  const read = Array.isArray(points) ? points.map(readPoint).filter((point) => point !== null) : [];
  if (!Array.isArray(points) || points.length !== read.length || read.length !== POINTS_OF[tool]) return null;
  const words = tool === 'text' && typeof text === 'string' ? text.trim().slice(0, TEXT_MAX) : '';
  if (tool === 'text' && words === '') return null;
  return {
    id,
    tool,
    points: read,
    color: isColor(color) ? color : 'accent',
    locked: locked === true,
    text: words,
    madeAtMs,
  };
}

function readPoint(kept: unknown): DrawingPoint | null {
  if (typeof kept !== 'object' || kept === null) return null;
  const { atMs, price }: Record<string, unknown> = { ...kept };
  return isMoment(atMs) && typeof price === 'number' && Number.isFinite(price) ? { atMs, price } : null;
}

function isMoment(value: unknown): value is number {
  return typeof value === 'number' && Number.isFinite(value);
}

/*
 * The drawings of one chart and the steps done to them, as a pure reducer. A step records each touched drawing before
 * and after. Undo touches only those drawings, so drawings made in another tab meanwhile stay.
 */

import { DRAWINGS_MAX, inOrder } from './drawing.ts';
import type { Drawing } from './drawing.ts';

type Change = { id: string; before: Drawing | null; after: Drawing | null };
type Step = readonly Change[];

export type DrawingHistory = {
  /** Oldest first. */
  drawings: readonly Drawing[];
  /** Steps that can be undone, the newest last. */
  past: readonly Step[];
  /** Steps that can be redone, the next one last. */
  future: readonly Step[];
};

export type DrawingAction =
  /** A new drawing, or a new state of a known one. `joins` merges consecutive moves into one step. */
  | { type: 'put'; drawing: Drawing; joins?: boolean }
  | { type: 'remove'; id: string }
  | { type: 'clear' }
  | { type: 'undo' }
  | { type: 'redo' }
  /** The stored drawings now, from this tab or another. */
  | { type: 'load'; drawings: readonly Drawing[] };

export const STEPS_MAX = 100;

export const NO_DRAWINGS: DrawingHistory = { drawings: [], past: [], future: [] };

export function drawingHistory(state: DrawingHistory, action: DrawingAction): DrawingHistory {
  switch (action.type) {
    case 'put':
      return put(state, action.drawing, action.joins === true);
    case 'remove': {
      const before = find(state.drawings, action.id);
      return before === null ? state : done(state, [{ id: action.id, before, after: null }]);
    }
    case 'clear': {
      if (state.drawings.length === 0) return state;
      return done(
        state,
        state.drawings.map((before) => ({ id: before.id, before, after: null })),
      );
    }
    case 'undo': {
      const step = state.past.at(-1);
      if (!step) return state;
      const drawings = applied(state.drawings, step.map(reversed));
      return { drawings, past: state.past.slice(0, -1), future: [...state.future, step] };
    }
    case 'redo': {
      const step = state.future.at(-1);
      if (!step) return state;
      return {
        drawings: applied(state.drawings, step),
        past: [...state.past, step],
        future: state.future.slice(0, -1),
      };
    }
    case 'load':
      return { ...state, drawings: inOrder(action.drawings) };
  }
}

export function hasRoom({ drawings }: DrawingHistory): boolean {
  return drawings.length < DRAWINGS_MAX;
}

function put(state: DrawingHistory, drawing: Drawing, joins: boolean): DrawingHistory {
  const before = find(state.drawings, drawing.id);
  if (before === null && !hasRoom(state)) return state;
  const change: Change = { id: drawing.id, before, after: drawing };
  const last = state.past.at(-1);
  const [only] = last?.length === 1 ? last : [];
  if (joins && only?.before && only.id === drawing.id && state.future.length === 0) {
    const joined: Step = [{ ...only, after: drawing }];
    return { ...state, drawings: applied(state.drawings, [change]), past: [...state.past.slice(0, -1), joined] };
  }
  return done(state, [change]);
}

function done(state: DrawingHistory, step: Step): DrawingHistory {
  return { drawings: applied(state.drawings, step), past: [...state.past, step].slice(-STEPS_MAX), future: [] };
}

/** A change of a drawing that another tab has deleted meanwhile does not bring it back. */
function applied(drawings: readonly Drawing[], step: Step): readonly Drawing[] {
  const byId = new Map(drawings.map((drawing) => [drawing.id, drawing]));
  for (const { id, before, after } of step) {
    if (after === null) byId.delete(id);
    else if (before === null || byId.has(id)) byId.set(id, after);
  }
  return inOrder([...byId.values()]);
}

function reversed({ id, before, after }: Change): Change {
  return { id, before: after, after: before };
}

function find(drawings: readonly Drawing[], id: string): Drawing | null {
  return drawings.find((drawing) => drawing.id === id) ?? null;
}

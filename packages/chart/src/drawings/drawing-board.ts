/* The drawings of one product while they are shown: their history, and the store that is kept in step with it. */

import { observable } from '@candor/api-client/observable';
import type { Observable } from '@candor/api-client/observable';
import { drawingHistory, NO_DRAWINGS } from './drawing-history.ts';
import type { DrawingAction, DrawingHistory } from './drawing-history.ts';
import type { DrawingStore } from './drawing-store.ts';

export type DrawingBoard = {
  history: Observable<DrawingHistory>;
  /** False if nothing changed. */
  act: (action: DrawingAction) => boolean;
  /** Reads the stored drawings and follows other tabs, until the returned function is called. */
  follow: () => () => void;
};

export function drawingBoard(store: DrawingStore): DrawingBoard {
  const history = observable(NO_DRAWINGS);
  let changes = 0;

  /** A drawing made while the store is being read is missing in the result. Then the store is read again. */
  async function load(): Promise<void> {
    const seen = changes;
    const drawings = await store.read();
    if (seen === changes) history.set(drawingHistory(history.get(), { type: 'load', drawings }));
    else await load();
  }

  return {
    history,
    act(action) {
      const before = history.get();
      const after = drawingHistory(before, action);
      if (after === before) return false;
      changes += 1;
      store.write(before.drawings, after.drawings);
      history.set(after);
      return true;
    },
    follow() {
      void load();
      return store.follow(() => void load());
    },
  };
}

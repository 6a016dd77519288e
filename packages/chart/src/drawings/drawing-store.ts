/*
 * The drawings of one product on this device. A write stores the changes to each drawing, so that two tabs with the
 * same product add to each other. Each tab notifies the others when there is something new to read.
 */

import type { KeptStore } from '@candor/api-client/kept-store';
import { observable } from '@candor/api-client/observable';
import type { Observable } from '@candor/api-client/observable';
import { readDrawings } from './drawing.ts';
import type { Drawing } from './drawing.ts';
import { drawingHistory, NO_DRAWINGS } from './drawing-history.ts';
import type { DrawingAction, DrawingHistory } from './drawing-history.ts';

type DrawingStore = {
  /** The stored drawings, including everything that was written here. */
  read: () => Promise<Drawing[]>;
  /** Stores the difference between the two lists. */
  write: (before: readonly Drawing[], after: readonly Drawing[]) => void;
  /** Notifies the other tabs of changes and calls back for theirs, until the returned function is called. */
  follow: (onForeign: () => void) => () => void;
};

export function drawingStore(store: KeptStore, key: string): DrawingStore {
  let channel: BroadcastChannel | null = null;
  let writing: Promise<void> = Promise.resolve();
  return {
    async read() {
      await writing;
      return readDrawings(await store.read(key));
    },
    write(before, after) {
      const change = changeBetween(before, after);
      if (change.put.length === 0 && change.removed.size === 0) return;
      // Requested at once, because the page may be left at any moment. The database keeps the order by itself.
      const written = store.update(key, (kept) => merged(readDrawings(kept), change));
      writing = Promise.all([writing, written]).then(
        () => {
          // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel reaches its own origin alone.
          channel?.postMessage(key);
        },
        // The drawings stay on this screen; the other tabs have nothing new to read.
        () => undefined,
      );
    },
    follow(onForeign) {
      if (typeof BroadcastChannel !== 'function') return () => {};
      const opened = new BroadcastChannel('candor-drawings');
      opened.onmessage = ({ data }) => data === key && onForeign();
      channel = opened;
      // The last changes may still be in progress, and the other tabs must be notified of them.
      return () => void writing.then(() => opened.close());
    },
  };
}

type DrawingChange = { put: readonly Drawing[]; removed: ReadonlySet<string> };

export function changeBetween(before: readonly Drawing[], after: readonly Drawing[]): DrawingChange {
  const left = new Set(after.map(({ id }) => id));
  const known = new Set(before);
  return {
    put: after.filter((drawing) => !known.has(drawing)),
    removed: new Set(before.map(({ id }) => id).filter((id) => !left.has(id))),
  };
}

export function merged(kept: readonly Drawing[], { put, removed }: DrawingChange): Drawing[] {
  const changed = new Set(put.map(({ id }) => id));
  return [...kept.filter(({ id }) => !removed.has(id) && !changed.has(id)), ...put];
}

/** The drawings of one product while they are shown: their history, and the store that is kept in step with it. */
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

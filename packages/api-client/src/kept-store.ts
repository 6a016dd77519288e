/*
 * A small key-value store in IndexedDB for data that must survive a logout (which clears local storage): display
 * choices, proofs, and notes of requests whose outcome is unknown.
 *
 * A write resolves when its transaction is complete. Otherwise it rejects with `NotKept`: the disk is full, the
 * database was closed, or the transaction was aborted. If the browser refuses IndexedDB, values live for this visit
 * only, and `outlivesVisit` returns false. So they do while the browser does not answer.
 */

import { NotInTime, within } from './within.ts';

const STORE = 'kept';
/** A database that is not open by then is done without. Where it opens later, it is used from then on. */
const OPEN_MS_MAX = 2_000;
/** A transaction that is not done by then: the browser has lost the database. */
const DONE_MS_MAX = 5_000;

/** A value that was not written to the disk. */
export class NotKept extends Error {
  constructor(key: string, cause?: unknown) {
    super(`not kept: ${key}`, { cause });
    this.name = 'NotKept';
  }
}

export type KeptStore = {
  /** The last stored value, from this visit or an earlier one. A value that cannot be read counts as missing. */
  read: (key: string) => Promise<unknown>;
  /** @throws NotKept if it could not be written; this visit can still read it */
  write: (key: string, value: unknown) => Promise<void>;
  /** For display choices: they last at least for this visit, and losing one does no harm. */
  tryWrite: (key: string, value: unknown) => void;
  /**
   * Replaces the stored value with the result of `change`, in one step. If two tabs change it at once, neither change
   * is lost.
   * @throws NotKept if nothing was changed
   */
  update: (key: string, change: (kept: unknown) => unknown) => Promise<void>;
  /** @throws NotKept if it is still on the disk */
  remove: (key: string) => Promise<void>;
  /** Whether what is written here is still there after a reload. */
  outlivesVisit: () => Promise<boolean>;
};

/** @param name of the database; it is opened at first use */
export function createKeptStore(name: string): KeptStore {
  /** Values that are not on disk: all of them if IndexedDB is refused, else those whose write failed. */
  const memory = new Map<string, unknown>();
  let opened: Promise<IDBDatabase | null> | null = null;

  function open(): Promise<IDBDatabase | null> {
    opened ??= openInTime();
    return opened;
  }

  async function openInTime(): Promise<IDBDatabase | null> {
    const opening = openDatabase(name, () => {
      // The next call opens it again.
      opened = null;
    });
    return await within(OPEN_MS_MAX, opening).catch(() => {
      void opening.then((late) => {
        if (late !== null) opened = Promise.resolve(late);
      });
      return null;
    });
  }

  /** After one transaction that never ends, no other is waited for. */
  async function inTime(work: Promise<void>): Promise<void> {
    try {
      await within(DONE_MS_MAX, work);
    } catch (error) {
      if (error instanceof NotInTime) opened = Promise.resolve(null);
      throw error;
    }
  }

  async function written(key: string, work: (store: IDBObjectStore) => void): Promise<void> {
    const database = await open();
    if (!database) return;
    try {
      await inTime(inTransaction(database, 'readwrite', work));
    } catch (error) {
      throw new NotKept(key, error);
    }
  }

  async function outlivesVisit(): Promise<boolean> {
    return (await open()) !== null;
  }

  async function write(key: string, value: unknown): Promise<void> {
    memory.set(key, value);
    await written(key, (store) => store.put(value, key));
    if (await outlivesVisit()) memory.delete(key);
  }

  return {
    outlivesVisit,
    write,
    async read(key) {
      if (memory.has(key)) return memory.get(key);
      const database = await open();
      if (!database) return undefined;
      try {
        let found: unknown;
        await inTime(
          inTransaction(database, 'readonly', (store) => {
            const request = store.get(key);
            request.onsuccess = () => {
              found = request.result;
            };
          }),
        );
        return found;
      } catch {
        return undefined;
      }
    },
    tryWrite(key, value) {
      void write(key, value).catch(() => undefined);
    },
    async update(key, change) {
      if (!(await outlivesVisit())) {
        memory.set(key, change(memory.get(key)));
        return;
      }
      await written(key, (store) => {
        const request = store.get(key);
        request.onsuccess = () => {
          store.put(change(request.result), key);
        };
      });
      memory.delete(key);
    },
    async remove(key) {
      memory.delete(key);
      await written(key, (store) => store.delete(key));
    },
  };
}

/** Resolves when the transaction is complete: until then, even a successful request may be rolled back. */
function inTransaction(
  database: IDBDatabase,
  mode: IDBTransactionMode,
  work: (store: IDBObjectStore) => void,
): Promise<void> {
  return new Promise((resolve, reject) => {
    const transaction = database.transaction(STORE, mode);
    transaction.oncomplete = () => resolve();
    transaction.onabort = () => reject(transaction.error ?? new Error('aborted'));
    work(transaction.objectStore(STORE));
  });
}

/** @param onClosed the browser may close the database, e.g. when the member clears the site's data */
function openDatabase(name: string, onClosed: () => void): Promise<IDBDatabase | null> {
  return new Promise((resolve) => {
    try {
      const request = indexedDB.open(name, 1);
      request.onupgradeneeded = () => request.result.createObjectStore(STORE);
      request.onsuccess = () => {
        request.result.onclose = onClosed;
        resolve(request.result);
      };
      request.onerror = () => resolve(null);
      request.onblocked = () => resolve(null);
    } catch {
      resolve(null);
    }
  });
}

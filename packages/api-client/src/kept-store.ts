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
/** A database that is not open by then is done without. Where it opens later, it gets what was changed meanwhile. */
const OPEN_MS_MAX = 2_000;
/** What the member needs to go on waits this long for a database that opens late. */
const LATE_MS_MAX = 8_000;
/** A transaction that is not done by then is taken back. */
const DONE_MS_MAX = 8_000;
/** Transactions in a row that were not done in time: the browser has lost the database, or is too busy for it. */
const STALLS_MAX = 2;
/** A lost database is tried again after this pause: on a busy device it was only slow. */
const AGAIN_AFTER_MS = 5_000;
/** Changes that wait for a database that opens late, or comes back. */
const CHANGES_MAX = 500;

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
  /** Waits for a database that was not open in time. True if it is open now: what was missing may be there. */
  opensLate: () => Promise<boolean>;
};

/** What was asked of a key while the database was not open; null removes it. */
type Change = { key: string; change: ((kept: unknown) => unknown) | null };

/** @param name of the database; it is opened at first use */
export function createKeptStore(name: string): KeptStore {
  /** Values that are not on disk: all of them if IndexedDB is refused, else those whose write failed. */
  const memory = new Map<string, unknown>();
  let opened: Promise<IDBDatabase | null> | null = null;
  let isLate = false;
  let stalls = 0;
  /** When the database was given up, or last tried again. */
  let lostAtMs: number | null = null;
  let isTrying = false;
  const changes: Change[] = [];

  function opening(): Promise<IDBDatabase | null> {
    opened ??= openDatabase(name, () => {
      // The next call opens it again.
      opened = null;
    }).then(async (database) => {
      if (isLate && database !== null) await replay(database);
      isLate = false;
      return database;
    });
    return opened;
  }

  async function open(): Promise<IDBDatabase | null> {
    if (lostAtMs !== null) {
      tryAgain(lostAtMs);
      return null;
    }
    const soon = opening();
    if (isLate) return null;
    return await within(OPEN_MS_MAX, soon).catch(() => {
      isLate = true;
      return null;
    });
  }

  /** Nothing waits for it: whoever asks next finds the database back. */
  function tryAgain(lastMs: number): void {
    if (isTrying || Date.now() - lastMs < AGAIN_AFTER_MS) return;
    isTrying = true;
    lostAtMs = Date.now();
    within(DONE_MS_MAX, comeBack())
      .catch(() => undefined)
      .finally(() => {
        isTrying = false;
      });
  }

  async function comeBack(): Promise<void> {
    const database = await openDatabase(name, () => {
      opened = null;
    });
    if (database === null) return;
    await inTransaction(database, 'readonly', (store) => store.count()).done;
    await replay(database);
    opened = Promise.resolve(database);
    lostAtMs = null;
    stalls = 0;
  }

  /** In their order, so that a list on the disk gets what was added to it, and loses what was taken from it. */
  async function replay(database: IDBDatabase): Promise<void> {
    while (changes.length > 0) {
      const next = changes.splice(0);
      try {
        await inTransaction(database, 'readwrite', (store) => {
          for (const { key, change } of next) changeIn(store, key, change);
        }).done;
        for (const { key } of next) if (changes.every((other) => other.key !== key)) memory.delete(key);
      } catch {
        // They last for this visit.
      }
    }
  }

  function note(key: string, change: Change['change']): void {
    if ((isLate || lostAtMs !== null) && changes.length < CHANGES_MAX) changes.push({ key, change });
  }

  /** A transaction that stalls is taken back, so that what is said of it is true. After some of them, no other is waited for. */
  async function inTime({ transaction, done }: Work): Promise<void> {
    try {
      await within(DONE_MS_MAX, done);
      stalls = 0;
    } catch (error) {
      if (!(error instanceof NotInTime)) throw error;
      stalls += 1;
      opened = null;
      if (stalls >= STALLS_MAX) lostAtMs = Date.now();
      try {
        transaction.abort();
      } catch (stopped) {
        // It is done, and has not said so yet: a page that slept wakes with a timer before the news.
        if (stopped instanceof DOMException && stopped.name === 'InvalidStateError') return;
      }
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
    if (!(await outlivesVisit())) {
      note(key, () => value);
      return;
    }
    await written(key, (store) => store.put(value, key));
    memory.delete(key);
  }

  return {
    outlivesVisit,
    async opensLate() {
      if (!isLate) return false;
      return await within(LATE_MS_MAX, opening()).then(
        (database) => database !== null,
        () => false,
      );
    },
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
        note(key, change);
        return;
      }
      await written(key, (store) => changeIn(store, key, change));
      memory.delete(key);
    },
    async remove(key) {
      memory.delete(key);
      if (!(await outlivesVisit())) note(key, null);
      else await written(key, (store) => store.delete(key));
    },
  };
}

type Work = { transaction: IDBTransaction; done: Promise<void> };

/** Done when the transaction is complete: until then, even a successful request may be rolled back. */
function inTransaction(database: IDBDatabase, mode: IDBTransactionMode, work: (store: IDBObjectStore) => void): Work {
  const transaction = database.transaction(STORE, mode);
  const done = new Promise<void>((resolve, reject) => {
    transaction.oncomplete = () => resolve();
    transaction.onabort = () => reject(transaction.error ?? new Error('aborted'));
    work(transaction.objectStore(STORE));
  });
  return { transaction, done };
}

function changeIn(store: IDBObjectStore, key: string, change: Change['change']): void {
  if (change === null) {
    store.delete(key);
    return;
  }
  const request = store.get(key);
  request.onsuccess = () => {
    store.put(change(request.result), key);
  };
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

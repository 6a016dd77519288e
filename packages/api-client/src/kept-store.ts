/*
 * A small key-value store in IndexedDB for what must outlive a logout (which clears local storage): display choices,
 * proofs, and notes of requests whose outcome is unknown.
 *
 * A write resolves when its transaction is complete, and rejects with `NotKept` when it is not: the disk is full, the
 * database was closed, the transaction was aborted. Where IndexedDB is refused altogether, values live for this visit
 * only, and `outlivesVisit` says so.
 */

const STORE = 'kept';

/** A value that did not reach the disk. */
export class NotKept extends Error {
  constructor(key: string, cause?: unknown) {
    super(`not kept: ${key}`, { cause });
    this.name = 'NotKept';
  }
}

export type KeptStore = {
  /** What was kept last, in this visit or an earlier one. What cannot be read counts as not kept. */
  read: (key: string) => Promise<unknown>;
  /** @throws NotKept where it could not be written; this visit still reads it */
  write: (key: string, value: unknown) => Promise<void>;
  /** For choices: they hold for this visit at least, and losing one harms nobody. */
  tryWrite: (key: string, value: unknown) => void;
  /**
   * Replaces what is kept by what `change` makes of it, in one step: of two tabs that change it at once, neither is lost.
   * @throws NotKept where nothing was changed
   */
  update: (key: string, change: (kept: unknown) => unknown) => Promise<void>;
  /** @throws NotKept where it is still on the disk */
  remove: (key: string) => Promise<void>;
  /** Whether what is written here is still there after a reload. */
  outlivesVisit: () => Promise<boolean>;
};

/** @param name of the database; it is opened at the first use */
export function createKeptStore(name: string): KeptStore {
  /** What is not on disk: everything where IndexedDB is refused, else values whose write failed. */
  const memory = new Map<string, unknown>();
  let opened: Promise<IDBDatabase | null> | null = null;

  function open(): Promise<IDBDatabase | null> {
    opened ??= openDatabase(name, () => {
      // The next call opens it again.
      opened = null;
    });
    return opened;
  }

  async function written(key: string, work: (store: IDBObjectStore) => void): Promise<void> {
    const database = await open();
    if (!database) return;
    try {
      await inTransaction(database, 'readwrite', work);
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
        return await readFrom(database, key);
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

async function readFrom(database: IDBDatabase, key: string): Promise<unknown> {
  let found: unknown;
  await inTransaction(database, 'readonly', (store) => {
    const request = store.get(key);
    request.onsuccess = () => {
      found = request.result;
    };
  });
  return found;
}

/** Resolves when the transaction is complete: a request that succeeded may still be rolled back with it. */
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

/** @param onClosed browsers may close it, e.g. when the member clears the site's data */
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

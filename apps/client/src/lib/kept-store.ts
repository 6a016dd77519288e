/*
 * A small key-value store in IndexedDB for what must outlive a logout (which clears local storage): display choices,
 * proofs, and notes of requests whose outcome is unknown.
 *
 * A write resolves when its transaction is complete, and rejects with `NotKept` when it is not: the disk is full, the
 * database was closed, the transaction was aborted. Where IndexedDB is refused altogether, values live for this visit
 * only, and `outlivesVisit` says so.
 */

const DATABASE = 'candor';
const STORE = 'kept';

/** A value that did not reach the disk. */
export class NotKept extends Error {
  constructor(key: string, cause?: unknown) {
    super(`not kept: ${key}`, { cause });
    this.name = 'NotKept';
  }
}

/** What is not on disk: everything where IndexedDB is refused, else values whose write failed. */
const memory = new Map<string, unknown>();
let opened: Promise<IDBDatabase | null> | null = null;

/** Whether what is written here is still there after a reload. */
export async function outlivesVisit(): Promise<boolean> {
  return (await open()) !== null;
}

/** What was kept last, in this visit or an earlier one. What cannot be read counts as not kept. */
export async function readKept(key: string): Promise<unknown> {
  if (memory.has(key)) return memory.get(key);
  const database = await open();
  if (!database) return undefined;
  try {
    let found: unknown;
    await inTransaction(database, 'readonly', (store) => {
      const request = store.get(key);
      request.onsuccess = () => {
        found = request.result;
      };
    });
    return found;
  } catch {
    return undefined;
  }
}

/** @throws NotKept where it could not be written; this visit still reads it */
export async function writeKept(key: string, value: unknown): Promise<void> {
  memory.set(key, value);
  await written(key, (store) => store.put(value, key));
  if (await outlivesVisit()) memory.delete(key);
}

/** For choices: they hold for this visit at least, and losing one harms nobody. */
export function tryWriteKept(key: string, value: unknown): void {
  void writeKept(key, value).catch(() => undefined);
}

/**
 * Replaces what is kept by what `change` makes of it, in one step: of two tabs that change it at once, neither is lost.
 * @throws NotKept where nothing was changed
 */
export async function updateKept(key: string, change: (kept: unknown) => unknown): Promise<void> {
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
}

/** @throws NotKept where it is still on the disk */
export async function removeKept(key: string): Promise<void> {
  memory.delete(key);
  await written(key, (store) => store.delete(key));
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

function open(): Promise<IDBDatabase | null> {
  opened ??= new Promise((resolve) => {
    try {
      const request = indexedDB.open(DATABASE, 1);
      request.onupgradeneeded = () => request.result.createObjectStore(STORE);
      request.onsuccess = () => {
        // Browsers may close it, e.g. when the member clears the site's data; the next call opens it again.
        request.result.onclose = () => {
          opened = null;
        };
        resolve(request.result);
      };
      request.onerror = () => resolve(null);
      request.onblocked = () => resolve(null);
    } catch {
      resolve(null);
    }
  });
  return opened;
}

/*
 * A small key-value store in IndexedDB for what must outlive a logout (which clears local storage): display choices and
 * notes of requests whose outcome is unknown. Where IndexedDB is refused it keeps things for this visit only.
 */

const DATABASE = 'candor';
const STORE = 'kept';

const memory = new Map<string, unknown>();
let opened: Promise<IDBDatabase | null> | null = null;

export async function readKept(key: string): Promise<unknown> {
  const database = await open();
  if (!database) return memory.get(key);
  return settle(database.transaction(STORE, 'readonly').objectStore(STORE).get(key));
}

export async function writeKept(key: string, value: unknown): Promise<void> {
  memory.set(key, value);
  const database = await open();
  if (database) await settle(database.transaction(STORE, 'readwrite').objectStore(STORE).put(value, key));
}

/** Replaces what is kept by what `change` makes of it, in one step: of two tabs that change it at once, neither is lost. */
export async function updateKept(key: string, change: (kept: unknown) => unknown): Promise<void> {
  memory.set(key, change(memory.get(key)));
  const database = await open();
  if (!database) return;
  const store = database.transaction(STORE, 'readwrite').objectStore(STORE);
  await settle(store.put(change(await settle(store.get(key))), key));
}

export async function removeKept(key: string): Promise<void> {
  memory.delete(key);
  const database = await open();
  if (database) await settle(database.transaction(STORE, 'readwrite').objectStore(STORE).delete(key));
}

function open(): Promise<IDBDatabase | null> {
  opened ??= new Promise((resolve) => {
    try {
      const request = indexedDB.open(DATABASE, 1);
      request.onupgradeneeded = () => request.result.createObjectStore(STORE);
      request.onsuccess = () => resolve(request.result);
      request.onerror = () => resolve(null);
      request.onblocked = () => resolve(null);
    } catch {
      resolve(null);
    }
  });
  return opened;
}

function settle<T>(request: IDBRequest<T>): Promise<T | undefined> {
  return new Promise((resolve) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => resolve(undefined);
  });
}

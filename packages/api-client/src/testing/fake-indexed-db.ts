/*
 * The part of IndexedDB that kept-store.ts uses, for tests: transactions that complete or abort after their requests
 * succeed, and a disk that can be full. All stores of the disk hold the same values.
 */

type Request = { result: unknown; onsuccess: (() => void) | null };

export type FakeDisk = {
  /** The stored values. */
  readonly kept: Map<string, unknown>;
  /** The names of its stores, and the version that made them: 0 on a device that never opened it. */
  readonly stores: Set<string>;
  version: number;
  /** How often it was opened. */
  opened: number;
  /** From now on every write request still succeeds, but its transaction is rolled back, as with a full disk. */
  isFull: boolean;
  /** The browser closes the database, e.g. because the member clears the site's data. The next `open` opens it again. */
  close: () => void;
};

/** Replaces `indexedDB` with a new fake for all modules that are imported from now on. */
export function fakeIndexedDb(): { disk: FakeDisk; indexedDB: unknown } {
  const disk = {
    kept: new Map<string, unknown>(),
    stores: new Set<string>(),
    version: 0,
    opened: 0,
    isFull: false,
    isClosed: false,
    close() {
      disk.isClosed = true;
      database.onclose?.();
    },
    turn: Promise.resolve(),
  };
  const database = {
    createObjectStore(name: string) {
      if (disk.stores.has(name)) throw new Error('ConstraintError');
      disk.stores.add(name);
    },
    onclose: null as (() => void) | null,
    transaction(name: string, mode: IDBTransactionMode) {
      if (disk.isClosed) throw new Error('InvalidStateError');
      if (!disk.stores.has(name)) throw new Error('NotFoundError');
      if (!['readonly', 'readwrite'].includes(mode)) throw new TypeError(`no mode of a transaction: ${mode}`);
      return transactionOn(disk, mode);
    },
  };
  const indexedDB = {
    open(_: string, version: number) {
      disk.isClosed = false;
      disk.opened += 1;
      const request = {
        result: database,
        onupgradeneeded: () => undefined,
        onsuccess: () => undefined,
        onerror: () => undefined,
      };
      queueMicrotask(() => {
        try {
          if (version > disk.version) request.onupgradeneeded();
          disk.version = version;
          request.onsuccess();
        } catch {
          request.onerror();
        }
      });
      return request;
    },
  };
  return { disk, indexedDB };
}

function transactionOn(disk: Pick<FakeDisk, 'kept' | 'isFull'> & { turn: Promise<void> }, mode: IDBTransactionMode) {
  const transaction = {
    error: null as Error | null,
    oncomplete: null as (() => void) | null,
    onabort: null as (() => void) | null,
    objectStore: () => ({
      count: () => request(() => changed.size),
      get: (key: string) => request(() => structuredClone(changed.get(key))),
      put(value: unknown, key: string) {
        const copy = structuredClone(value);
        return request(() => write((values) => values.set(key, copy)));
      },
      delete: (key: string) => request(() => write((values) => values.delete(key))),
    }),
  };
  // Writing transactions take turns, as in a browser.
  const begun = mode === 'readwrite' ? disk.turn : Promise.resolve();
  const ended = Promise.withResolvers<void>();
  if (mode === 'readwrite') disk.turn = ended.promise;
  let changed = new Map<string, unknown>();
  /** Done to the disk at the end, each for its key: what a test takes from the disk meanwhile does not come back. */
  const writes: ((values: Map<string, unknown>) => void)[] = [];
  let isBegun = false;
  let pending = 0;

  function request(run: () => unknown): Request {
    const made: Request = { result: undefined, onsuccess: null };
    pending += 1;
    void begun.then(() => {
      if (!isBegun) changed = new Map(disk.kept);
      isBegun = true;
      try {
        made.result = run();
        made.onsuccess?.();
      } catch (error) {
        transaction.error = error instanceof Error ? error : new Error('failed');
      }
      pending -= 1;
      if (pending === 0) end();
    });
    return made;
  }

  function write(change: (values: Map<string, unknown>) => void): void {
    change(changed);
    writes.push(change);
  }

  function end(): void {
    if (mode === 'readwrite' && disk.isFull) transaction.error = new Error('QuotaExceededError');
    if (transaction.error === null && mode === 'readwrite') {
      for (const change of writes) change(disk.kept);
    }
    ended.resolve();
    if (transaction.error === null) transaction.oncomplete?.();
    else transaction.onabort?.();
  }

  return transaction;
}

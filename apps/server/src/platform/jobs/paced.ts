/**
 * Calls that come close together become one. The first call of a key is done at once; calls that come within `gapMs` after
 * it are done together when the gap is over. So nothing waits longer than the gap, and no flood of calls does more than
 * one act per gap and key.
 */
export interface Paced<Key> {
  readonly call: (key: Key) => void;
  readonly stop: () => void;
}

/** @param act must not throw. The caller bounds the number of keys. */
export function paced<Key>(gapMs: number, act: (key: Key) => void): Paced<Key> {
  /** Keys within their gap, and whether they were called again. */
  const inGap = new Map<Key, { timer: NodeJS.Timeout; again: boolean }>();
  const begin = (key: Key): void => {
    const timer = setTimeout(() => {
      const again = inGap.get(key)?.again === true;
      inGap.delete(key);
      if (again) begin(key);
    }, gapMs);
    timer.unref();
    inGap.set(key, { timer, again: false });
    act(key);
  };
  return {
    call: (key) => {
      const gap = inGap.get(key);
      if (gap === undefined) begin(key);
      else gap.again = true;
    },
    stop: () => {
      for (const { timer } of inGap.values()) clearTimeout(timer);
      inGap.clear();
    },
  };
}

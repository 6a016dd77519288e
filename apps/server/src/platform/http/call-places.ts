/** How many calls may be at work at once, and who may have how many of these places. */
export interface PlaceRules {
  readonly all: number;
  /** Places that callers without a known session may take. The others are kept for those with one. */
  readonly ofStrangers: number;
  /** Places of one caller: of one network, or of one session. As many more calls of a caller may wait for a place. */
  readonly ofOne: number;
  /** How long a call waits for a place. Some browsers that load a page at once need more places than their network has. */
  readonly waitMsMax: number;
}

export interface Caller {
  /** The network or the session that the call is counted for. */
  readonly name: string;
  readonly isKnown: boolean;
}

type GiveBack = () => void;

export interface CallPlaces {
  /**
   * @param signal ends the wait
   * @returns a function that gives the place back; a second call of it does nothing. Undefined if there was no place.
   */
  readonly take: (caller: Caller, signal: AbortSignal) => Promise<GiveBack | undefined>;
}

export function createCallPlaces({ all, ofStrangers, ofOne, waitMsMax }: PlaceRules): CallPlaces {
  const taken = { all: 0, ofStrangers: 0 };
  const ofCaller = new Map<string, number>();
  /** Oldest first. */
  const waiting = new Set<{ readonly caller: Caller; readonly answer: (giveBack: GiveBack | undefined) => void }>();

  function isFree({ name, isKnown }: Caller): boolean {
    return taken.all < all && (ofCaller.get(name) ?? 0) < ofOne && (isKnown || taken.ofStrangers < ofStrangers);
  }

  function hold({ name, isKnown }: Caller, more: 1 | -1): void {
    taken.all += more;
    if (!isKnown) taken.ofStrangers += more;
    const own = (ofCaller.get(name) ?? 0) + more;
    if (own === 0) ofCaller.delete(name);
    else ofCaller.set(name, own);
  }

  function give(caller: Caller): GiveBack {
    hold(caller, 1);
    let isHeld = true;
    return () => {
      if (!isHeld) return;
      isHeld = false;
      hold(caller, -1);
      for (const next of waiting) if (isFree(next.caller)) return next.answer(give(next.caller));
    };
  }

  return {
    take: async (caller, signal) => {
      if (signal.aborted) return undefined;
      if (isFree(caller)) return give(caller);
      const own = waiting.values().filter((other) => other.caller.name === caller.name);
      if (waitMsMax === 0 || waiting.size >= all || own.take(ofOne).toArray().length >= ofOne) return undefined;
      return await new Promise((resolve) => {
        const answer = (giveBack: GiveBack | undefined): void => {
          waiting.delete(entry);
          clearTimeout(timer);
          signal.removeEventListener('abort', stop);
          resolve(giveBack);
        };
        const entry = { caller, answer };
        const stop = (): void => answer(undefined);
        const timer = setTimeout(stop, waitMsMax);
        signal.addEventListener('abort', stop, { once: true });
        waiting.add(entry);
      });
    },
  };
}

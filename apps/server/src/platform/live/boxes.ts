import { randomBytes } from 'node:crypto';
import { join, leave } from '../collections/set-index.ts';
import { blocksOf } from '../http/client-address.ts';
import type { Link } from './link.ts';
import { BOX_WAIT_MS, createLiveBox, SAID_WAIT_MS } from './live-box.ts';
import type { BoxAnswer, LiveBox } from './live-box.ts';
import { GRACE_MS, ofBlock } from './reader-register.ts';
import type { LiveSession, Place } from './reader-register.ts';
import { socketBoundsOf } from './socket-bounds.ts';

/** The readers of a hub that fetch their frames by HTTP, under a name that only they know. */
export interface Boxes {
  /** A null `box` opens one. Undefined: there is no such box any more. `refused`: no place for another one. */
  fetch: (call: BoxCall) => Promise<(BoxAnswer & { box: string }) | { refused: 429 | 503 } | undefined>;
}

export interface BoxCall {
  readonly box: string | null;
  readonly after: number;
  /** Frames of the client, as on a socket. */
  readonly say: readonly string[];
  /** As many frames as one call may bring: there are more behind it. */
  readonly isFull: boolean;
  readonly address: string;
  /** Resolves when the caller has left. */
  readonly gone: Promise<void>;
}

interface BoxReader {
  readonly openedAtMs: number;
  readonly session: LiveSession | undefined;
}

interface Held<R> {
  readonly box: LiveBox;
  readonly reader: R;
}

export interface BoxesDeps<R> {
  readonly boxesMax: number;
  readonly nowMs: () => number;
  readonly findPlace: (address: string) => Place<R>;
  readonly accept: (link: Link, address: string) => R;
  readonly cutOff: (reader: R) => void;
  readonly say: (reader: R, text: string) => void;
}

export function createBoxes<R extends BoxReader>(deps: BoxesDeps<R>): Boxes {
  /** The oldest first. */
  const boxes = new Map<string, Held<R>>();
  /** There are fewer boxes than sockets: what one address, or a larger block, may hold of them is counted by itself. */
  const byBlock = new Map<string, Set<Held<R>>>();
  const bounds = socketBoundsOf(deps.boxesMax);

  /** The oldest stranger of the first block that has its share; `null` if nobody has to go. */
  function inTheWay(address: string): R | null | undefined {
    for (const { key, share } of blocksOf(address)) {
      const here = byBlock.get(key) ?? new Set();
      if (here.size >= ofBlock(bounds.perAddress, bounds.all, share)) return oldestStranger(here);
    }
    return null;
  }

  function open(address: string): [name: string, held: Held<R>] | { refused: 429 | 503 } {
    const place = deps.findPlace(address);
    if (place.refused !== undefined) return { refused: place.refused };
    const before = inTheWay(address);
    if (before === undefined) return { refused: 429 };
    const oldest = boxes.size < deps.boxesMax ? before : (before ?? oldestStranger(boxes.values()));
    if (oldest === undefined) return { refused: 503 };
    if (oldest !== null) deps.cutOff(oldest);
    if (place.instead !== undefined) deps.cutOff(place.instead);
    const name = randomBytes(16).toString('base64url');
    const box = createLiveBox();
    const held = { box, reader: deps.accept(box, address) };
    boxes.set(name, held);
    for (const { key } of blocksOf(address)) join(byBlock, key, held);
    box.onClosed(() => {
      boxes.delete(name);
      for (const { key } of blocksOf(address)) leave(byBlock, key, held);
    });
    return [name, held];
  }

  /** Whoever is not logged in gives way, as on a socket. */
  function oldestStranger(held: Iterable<Held<R>>): R | undefined {
    for (const { reader } of held)
      if (reader.session === undefined) return deps.nowMs() - reader.openedAtMs >= GRACE_MS ? reader : undefined;
    return undefined;
  }

  return {
    fetch: async ({ box, after, say, isFull, address, gone }) => {
      const known = box === null ? undefined : boxes.get(box);
      if (box !== null && known === undefined) return undefined;
      const opened = box !== null && known !== undefined ? ([box, known] as const) : open(address);
      if ('refused' in opened) return opened;
      const [name, held] = opened;
      for (const text of say) deps.say(held.reader, text);
      return { box: name, ...(await held.box.fetch(after, gone, waitMsOf(say.length, isFull))) };
    },
  };
}

function waitMsOf(said: number, isFull: boolean): number {
  if (isFull) return 0;
  return said > 0 ? SAID_WAIT_MS : BOX_WAIT_MS;
}

import { createBudget } from './budget.ts';
import type { Budget } from './budget.ts';
import type { Link } from './link.ts';
import type { LiveSession } from './reader-register.ts';
import { createSocketSender } from './socket-sender.ts';
import type { SocketSender } from './socket-sender.ts';

/* One reader of the live hub, and how much it may ask of us. */

/** Frames of any kind. An honest client sends at most a page full of products at each screen change. */
const FRAMES = { capacity: 120, perSec: 20 };
const FRAME_BYTES = { capacity: 64 * 1024, perSec: 8 * 1024 };
/** Frames that were refused. */
const FAULTS = { capacity: 20, perSec: 0.2 };
/** Each login costs a query. */
const LOGINS = { capacity: 6, perSec: 0.2 };

export interface Reader {
  link: Link;
  sender: SocketSender;
  address: string;
  openedAtMs: number;
  topics: Set<string>;
  session: LiveSession | undefined;
  alive: boolean;
  /** It neither gets nor does anything more; its connection may still be closing. */
  over: boolean;
  frames: Budget;
  frameBytes: Budget;
  faults: Budget;
  logins: Budget;
}

export function createReader(link: Link, address: string, openedAtMs: number): Reader {
  return {
    link,
    sender: createSocketSender(link),
    address,
    openedAtMs,
    topics: new Set(),
    session: undefined,
    alive: true,
    over: false,
    frames: createBudget(FRAMES, openedAtMs),
    frameBytes: createBudget(FRAME_BYTES, openedAtMs),
    faults: createBudget(FAULTS, openedAtMs),
    logins: createBudget(LOGINS, openedAtMs),
  };
}

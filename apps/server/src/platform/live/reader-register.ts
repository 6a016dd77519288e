import { join, leave } from '../collections/set-index.ts';
import type { SocketBounds } from './socket-bounds.ts';

/** A socket without a member keeps its place for this long, even when others want it. */
export const GRACE_MS = 5_000;

/** The member and session of a socket. */
export interface LiveSession {
  memberId: bigint;
  sessionId: string;
}

interface Registered {
  address: string;
  openedAtMs: number;
  session: LiveSession | undefined;
}

/** The place for a new socket: refused with a status, or accepted, maybe `instead` of another one that is closed. */
export type Place<R> = { refused: 429 | 503; instead?: undefined } | { refused?: undefined; instead: R | undefined };

/** Who is connected, by address, member and session, and whether one more may connect. */
export interface ReaderRegister<R> {
  findPlace: (address: string, nowMs: number) => Place<R>;
  add: (reader: R) => void;
  remove: (reader: R) => void;
  /** If the member has too many readers, returns the one that has to go. */
  setSession: (reader: R, session: LiveSession | undefined) => R | undefined;
  forgetSession: (reader: R) => void;
  ofMember: (memberId: bigint) => ReadonlySet<R> | undefined;
  ofSession: (sessionId: string) => ReadonlySet<R> | undefined;
  sessionIds: () => string[];
  all: () => ReadonlySet<R>;
  size: () => number;
}

export function createReaderRegister<R extends Registered>(bounds: SocketBounds): ReaderRegister<R> {
  /** Sets keep their order: the first is the oldest. */
  const readers = new Set<R>();
  const anonymous = new Set<R>();
  const byAddress = new Map<string, Set<R>>();
  const byMember = new Map<bigint, Set<R>>();
  const bySession = new Map<string, Set<R>>();

  function findPlace(address: string, nowMs: number): Place<R> {
    const here = byAddress.get(address) ?? new Set<R>();
    const anonymousHere = [...here].filter((reader) => anonymous.has(reader));
    if (here.size >= bounds.perAddress || anonymousHere.length >= bounds.anonymousPerAddress)
      return replace(anonymousHere[0], 429, nowMs);
    if (readers.size >= bounds.all || anonymous.size >= bounds.anonymous)
      return replace(anonymous.values().next().value, 503, nowMs);
    return { instead: undefined };
  }

  function replace(oldest: R | undefined, status: 429 | 503, nowMs: number): Place<R> {
    if (oldest === undefined || nowMs - oldest.openedAtMs < GRACE_MS) return { refused: status };
    return { instead: oldest };
  }

  function forgetSession(reader: R): void {
    anonymous.delete(reader);
    if (reader.session === undefined) return;
    leave(byMember, reader.session.memberId, reader);
    leave(bySession, reader.session.sessionId, reader);
    reader.session = undefined;
  }

  return {
    findPlace,
    add: (reader) => {
      readers.add(reader);
      anonymous.add(reader);
      join(byAddress, reader.address, reader);
    },
    remove: (reader) => {
      readers.delete(reader);
      leave(byAddress, reader.address, reader);
      forgetSession(reader);
    },
    setSession: (reader, session) => {
      forgetSession(reader);
      if (session === undefined) {
        anonymous.add(reader);
        return undefined;
      }
      reader.session = session;
      join(byMember, session.memberId, reader);
      join(bySession, session.sessionId, reader);
      const ofMember = byMember.get(session.memberId);
      return ofMember !== undefined && ofMember.size > bounds.perMember ? ofMember.values().next().value : undefined;
    },
    forgetSession,
    ofMember: (memberId) => byMember.get(memberId),
    ofSession: (sessionId) => bySession.get(sessionId),
    sessionIds: () => [...bySession.keys()],
    all: () => readers,
    size: () => readers.size,
  };
}

import { join, leave } from '../collections/set-index.ts';
import { blocksOf } from '../http/client-address.ts';
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

/** A block of addresses, such as a /48, holds at most this part of all sockets. */
const BLOCK_PART_MAX = 0.5;

/** Who is connected, by the blocks of its address, member and session, and whether one more may connect. */
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
  const byBlock = new Map<string, Set<R>>();
  const anonymousByBlock = new Map<string, Set<R>>();
  const byMember = new Map<bigint, Set<R>>();
  const bySession = new Map<string, Set<R>>();

  function findPlace(address: string, nowMs: number): Place<R> {
    for (const { key, share } of blocksOf(address)) {
      const anonymousHere = anonymousByBlock.get(key);
      const isFull =
        (byBlock.get(key)?.size ?? 0) >= ofBlock(bounds.perAddress, bounds.all, share) ||
        (anonymousHere?.size ?? 0) >= ofBlock(bounds.anonymousPerAddress, bounds.anonymous, share);
      if (isFull) return replace(anonymousHere?.values().next().value, 429, nowMs);
    }
    if (readers.size >= bounds.all || anonymous.size >= bounds.anonymous)
      return replace(anonymous.values().next().value, 503, nowMs);
    return { instead: undefined };
  }

  function replace(oldest: R | undefined, status: 429 | 503, nowMs: number): Place<R> {
    if (oldest === undefined || nowMs - oldest.openedAtMs < GRACE_MS) return { refused: status };
    return { instead: oldest };
  }

  function addAnonymous(reader: R): void {
    anonymous.add(reader);
    for (const { key } of blocksOf(reader.address)) join(anonymousByBlock, key, reader);
  }

  function forgetSession(reader: R): void {
    if (anonymous.delete(reader)) for (const { key } of blocksOf(reader.address)) leave(anonymousByBlock, key, reader);
    if (reader.session === undefined) return;
    leave(byMember, reader.session.memberId, reader);
    leave(bySession, reader.session.sessionId, reader);
    reader.session = undefined;
  }

  return {
    findPlace,
    add: (reader) => {
      readers.add(reader);
      addAnonymous(reader);
      for (const { key } of blocksOf(reader.address)) join(byBlock, key, reader);
    },
    remove: (reader) => {
      readers.delete(reader);
      for (const { key } of blocksOf(reader.address)) leave(byBlock, key, reader);
      forgetSession(reader);
    },
    setSession: (reader, session) => {
      forgetSession(reader);
      if (session === undefined) {
        addAnonymous(reader);
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

/** The bound of one address is the least that its larger blocks have. */
export function ofBlock(perAddress: number, all: number, share: number): number {
  return Math.max(perAddress, Math.min(perAddress * share, Math.floor(all * BLOCK_PART_MAX)));
}

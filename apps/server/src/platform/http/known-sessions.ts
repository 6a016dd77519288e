import { hash } from 'node:crypto';

/**
 * Which tokens open a session of an operator, as the other process said in its answers. This process cannot look that up,
 * and it keeps no token, only hashes. A client cannot make itself known: an answer with status 200 proves nothing, and
 * the header that does is written by the other process alone.
 */
export interface KnownSessions {
  /** A name for the session of these credentials; undefined if they are not known to open one. */
  readonly find: (authorization: string | undefined) => string | undefined;
  /** @param state what the answer to a call with these credentials said */
  readonly learn: (authorization: string | undefined, state: string | string[] | undefined) => void;
}

/** Between the two processes only: the answer says whether the call's session is one that may work. */
export const SESSION_STATE_HEADER = 'x-candor-session-state';
export type SessionState = 'live' | 'over';

/** @param keptMax the session that was not heard of for longest is forgotten first */
export function createKnownSessions(keptMax: number): KnownSessions {
  // A Set keeps its insertion order: what is heard of again is inserted again at the end.
  const known = new Set<string>();
  return {
    find: (authorization) => {
      if (authorization === undefined) return undefined;
      const name = nameOf(authorization);
      return known.has(name) ? name : undefined;
    },
    learn: (authorization, state) => {
      if (authorization === undefined || state === undefined) return;
      const name = nameOf(authorization);
      known.delete(name);
      if (state !== ('live' satisfies SessionState)) return;
      known.add(name);
      if (known.size > keptMax) for (const oldest of known) return void known.delete(oldest);
    },
  };
}

function nameOf(authorization: string): string {
  return hash('sha256', authorization, 'base64url');
}

import { hash } from 'node:crypto';
import { header, Refused, TooMany } from '../../platform/http/http-app.ts';
import type { HttpRequest } from '../../platform/http/http-app.ts';
import { randomToken } from '../../platform/ids/ids.ts';
import { coalesce } from '../../platform/jobs/coalesce.ts';
import type { Db } from '../../platform/db/pool.ts';
import { deleteOldestSessions, findFreezes, findSessions, insertSession } from './session-store.ts';
import type { NewSession, SessionMember } from './session-store.ts';

/**
 * Who is asking. Tokens are opaque, 256 random bits, and only their SHA-256 is stored: a copy of the database opens
 * no account.
 */
export interface Sessions {
  /** Refuses with SESSION_INVALID, or with SESSION_FROZEN_BECAUSE if a freeze ended the session. `guardRoutes` calls it for every route that is declared for members. */
  requireMember: (request: HttpRequest) => Promise<void>;
  /** The member `requireMember` found for this request. */
  memberOf: (request: HttpRequest) => SessionMember;
  /** For the socket, which carries its token in a message. */
  authenticate: (token: string) => Promise<SessionMember | undefined>;
}

/** No more wait than a second of look-ups can answer; a database that hangs must not collect calls. */
const LOOK_UPS = {
  itemsMax: 256,
  runningMax: 2,
  waitingMax: 4_096,
  full: () => new TooMany(1),
} as const;

export function hashToken(token: string): Buffer {
  return hash('sha256', token, 'buffer');
}

export function createSessions(db: Db): Sessions {
  const members = new WeakMap<HttpRequest, SessionMember>();
  // Calls that come together share a look-up; nothing is remembered between look-ups.
  const find = coalesce(async (hashes: readonly Buffer[]) => await findSessions(db, hashes), LOOK_UPS);
  const findFreeze = coalesce(async (hashes: readonly Buffer[]) => await findFreezes(db, hashes), LOOK_UPS);
  const authenticate = async (token: string) => (token.length > 100 ? undefined : await find(hashToken(token)));
  /** Each code of a freeze has a text of the same name. */
  const whyRefused = async (token: string | undefined) => {
    const code = token === undefined ? null : await findFreeze(hashToken(token));
    return code === null
      ? new Refused('SESSION_INVALID')
      : new Refused('SESSION_FROZEN_BECAUSE', { params: { because: `BECAUSE_${code}` } });
  };
  return {
    authenticate,
    requireMember: async (request) => {
      const token = /^Bearer ([\w-]{20,100})$/.exec(header(request, 'authorization') ?? '')?.[1];
      const member = token === undefined ? undefined : await authenticate(token);
      if (member === undefined) throw await whyRefused(token);
      members.set(request, member);
    },
    memberOf: (request) => {
      const member = members.get(request);
      if (member === undefined) throw new Error('memberOf needs a route that requires a session');
      return member;
    },
  };
}

/**
 * Opens a session and returns its token. This is the only time the token is known in clear. A member with too many
 * sessions loses the oldest one.
 */
export async function openSession(db: Db, session: NewSession): Promise<{ token: string; sessionId: string }> {
  const token = randomToken();
  const sessionId = await insertSession(db, { ...session, tokenHash: hashToken(token) });
  await deleteOldestSessions(db, session.memberId);
  return { token, sessionId };
}

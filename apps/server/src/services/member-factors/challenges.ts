import { hash } from 'node:crypto';
import * as z from 'zod/mini';
import { limitAddress } from '../../platform/http/client-address.ts';
import { randomToken } from '../../platform/ids/ids.ts';
import type { Fingerprints } from '../idempotency/idempotency.ts';
import type { Db } from '../../platform/db/pool.ts';
import { deleteOldestChallenges, insertChallenge } from './challenge-store.ts';
import type { ChallengePurpose } from './challenge-store.ts';

/*
 * What a browser has to answer. Its token is also what a passkey signs. It is answered once, within minutes, from the
 * address or the session that it was made for.
 */

export interface Challenge {
  readonly purpose: ChallengePurpose;
  /** Keyed hash of the address, or of the session, that may answer. */
  readonly boundTo: Buffer;
}

/** For the second step of a login, which has no session yet. */
export function loginChallenge(fingerprints: Fingerprints, address: string): Challenge {
  return { purpose: 'login', boundTo: fingerprints.of({ secondStepFrom: limitAddress(address) }) };
}

export function sessionChallenge(fingerprints: Fingerprints, purpose: 'confirm' | 'add', sessionId: string): Challenge {
  return { purpose, boundTo: fingerprints.of({ challengeOf: sessionId }) };
}

export function challengeHash(token: string): Buffer {
  return hash('sha256', token, 'buffer');
}

/** Makes a challenge for a member and returns its token. The oldest of too many for the same address or session go. */
export async function openChallenge(db: Db, memberId: bigint, challenge: Challenge): Promise<string> {
  const token = randomToken();
  await insertChallenge(db, { ...challenge, memberId, tokenHash: challengeHash(token) });
  await deleteOldestChallenges(db, memberId, challenge);
  return token;
}

const clientData = z.object({ challenge: z.string() });

/** The challenge that a browser says a passkey has signed; undefined when it says none. The signature is not checked. */
export function signedChallenge(clientDataJson: string): string | undefined {
  try {
    return clientData.parse(JSON.parse(Buffer.from(clientDataJson, 'base64url').toString('utf8'))).challenge;
  } catch {
    return undefined;
  }
}

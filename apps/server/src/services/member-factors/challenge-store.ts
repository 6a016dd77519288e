import * as z from 'zod/mini';
import type { Db } from '../../platform/db/pool.ts';
import { int8, rowOf, wasDone } from '../../platform/db/rows.ts';

/** SQL about challenges: what a browser has to answer, once and soon. */

export type ChallengePurpose = 'login' | 'confirm' | 'add';

interface ChallengeKey {
  readonly tokenHash: Buffer;
  readonly purpose: ChallengePurpose;
  readonly boundTo: Buffer;
}

const LIFE_SEC = 300;
const TRIES_MAX = 5;
/** Live challenges of one member for one address or session. */
const CHALLENGES_MAX = 5;

export async function insertChallenge(db: Db, challenge: ChallengeKey & { memberId: bigint }): Promise<void> {
  await db.query(
    `insert into factor_challenge (token_hash, member_id, purpose, bound_to, expires_at)
     values ($1, $2, $3, $4, clock_timestamp() + make_interval(secs => $5))`,
    [challenge.tokenHash, challenge.memberId.toString(), challenge.purpose, challenge.boundTo, LIFE_SEC],
  );
}

export async function deleteOldestChallenges(
  db: Db,
  memberId: bigint,
  { purpose, boundTo }: Omit<ChallengeKey, 'tokenHash'>,
): Promise<void> {
  await db.query('select forget_oldest_challenges($1, $2, $3, $4)', [
    memberId.toString(),
    purpose,
    boundTo,
    CHALLENGES_MAX,
  ]);
}

const tried = z.object({ memberId: int8 });

/** Counts a try, and returns whose challenge it is; undefined when there is none to answer. */
export async function tryChallenge(db: Db, { tokenHash, purpose, boundTo }: ChallengeKey): Promise<bigint | undefined> {
  const result = await db.query(
    `update factor_challenge set tries = tries + 1
     where token_hash = $1 and purpose = $2 and bound_to = $3 and tries < $4 and expires_at > clock_timestamp()
     returning member_id as "memberId"`,
    [tokenHash, purpose, boundTo, TRIES_MAX],
  );
  return rowOf(tried, result)?.memberId;
}

/** Whose live challenge it is. Counts no try. */
export async function selectChallenge(
  db: Db,
  { tokenHash, purpose, boundTo }: ChallengeKey,
): Promise<bigint | undefined> {
  const result = await db.query(
    `select member_id as "memberId" from factor_challenge
     where token_hash = $1 and purpose = $2 and bound_to = $3 and expires_at > clock_timestamp()`,
    [tokenHash, purpose, boundTo],
  );
  return rowOf(tried, result)?.memberId;
}

/** True when the challenge was there: it is used up now. */
export async function useChallenge(db: Db, { tokenHash, purpose, boundTo }: ChallengeKey): Promise<boolean> {
  return wasDone(await db.query('select use_challenge($1, $2, $3) as done', [tokenHash, purpose, boundTo]));
}

export async function deleteOldChallenges(db: Db): Promise<void> {
  await db.query('select forget_challenges()');
}

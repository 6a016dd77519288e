import * as z from 'zod/mini';
import { int8 } from '../../platform/db/rows.ts';
import { firstValue, write } from '../../platform/db/statement.ts';

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

export const insertChallenge = write(
  `insert into factor_challenge (token_hash, member_id, purpose, bound_to, expires_at)
   values ($1, $2, $3, $4, clock_timestamp() + make_interval(secs => $5))`,
  (challenge: ChallengeKey & { memberId: bigint }) => [
    challenge.tokenHash,
    challenge.memberId,
    challenge.purpose,
    challenge.boundTo,
    LIFE_SEC,
  ],
);

export const deleteOldestChallenges = write(
  'select forget_oldest_challenges($1, $2, $3, $4)',
  (memberId: bigint, { purpose, boundTo }: Omit<ChallengeKey, 'tokenHash'>) => [
    memberId,
    purpose,
    boundTo,
    CHALLENGES_MAX,
  ],
);

/** Counts a try, and returns whose challenge it is; undefined when there is none to answer. */
export const tryChallenge = firstValue(
  int8,
  `update factor_challenge set tries = tries + 1
   where token_hash = $1 and purpose = $2 and bound_to = $3 and tries < $4 and expires_at > clock_timestamp()
   returning member_id`,
  ({ tokenHash, purpose, boundTo }: ChallengeKey) => [tokenHash, purpose, boundTo, TRIES_MAX],
);

/** Whose live challenge it is. Counts no try. */
export const selectChallenge = firstValue(
  int8,
  `select member_id from factor_challenge
   where token_hash = $1 and purpose = $2 and bound_to = $3 and expires_at > clock_timestamp()`,
  ({ tokenHash, purpose, boundTo }: ChallengeKey) => [tokenHash, purpose, boundTo],
);

/** True when the challenge was there: it is used up now. */
export const useChallenge = firstValue(
  z.boolean(),
  'select use_challenge($1, $2, $3) as done',
  ({ tokenHash, purpose, boundTo }: ChallengeKey) => [tokenHash, purpose, boundTo],
  { or: false },
);

export const deleteOldChallenges = write('select forget_challenges()');

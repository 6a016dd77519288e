/** Rounds that quicknet published: public facts. The first three follow each other. */
import { ROUND_AGE_MS_MIN, roundTime } from '../beacon.ts';
import type { BeaconRound } from '../beacon.ts';

export const FIRST_RECORDED = 1000;

export const RECORDED_ROUNDS: readonly BeaconRound[] = [
  {
    round: FIRST_RECORDED,
    signature: 'b44679b9a59af2ec876b1a6b1ad52ea9b1615fc3982b19576350f93447cb1125e342b73a8dd2bacbe47e4b6b63ed5e39',
  },
  {
    round: 1001,
    signature: 'b33bf3667cbd5a82de3a24b4e0e9fe5513cc1a0e840368c6e31f5fcfa79bea03f73896b25883abf2853d10337fb8fa41',
  },
  {
    round: 1002,
    signature: 'ab066f9c12dd6de1336fca0f925192fb0c72a771c3e4c82ede1fd362c1a770f9eb05843c6308ce2530b53a99c0281a6e',
  },
  {
    round: 657_413,
    signature: 'b713718a38ae728dfd477991af2822e08d2f305e47718cef9f7848ce4050e7be41076862b98fad56e91a6b85b89cd97b',
  },
  {
    round: 1_000_000,
    signature: '83ad29e4c409f9470fc2ef02f90214df49e02b441a1a241a82d622d9f608ef98fd8b11a029f1bee9d9e83b45088abe72',
  },
];

/** The randomness of round 1000, as the network gives it: the SHA-256 of the signature. */
export const RANDOMNESS_1000 = 'fe290beca10872ef2fb164d2aa4442de4566183ec51c56ff3cd603d930e54fdd';

/** The first second whose round is recorded. So are those of the eight seconds after it. */
export const RECORDED_FROM_MS = roundTime(FIRST_RECORDED) + ROUND_AGE_MS_MIN;

export function recordedRound(round: number): BeaconRound | null {
  return RECORDED_ROUNDS.find((one) => one.round === round) ?? null;
}

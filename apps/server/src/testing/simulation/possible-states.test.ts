import { expect, it } from 'vitest';
import type { MemberState, World } from './model.ts';
import type { SimAttempt } from './plan.ts';
import { possibleStates } from './possible-states.ts';

const FROZEN = 1;

const world: World = {
  nowMs: 0,
  ticks: new Map(),
  terms: new Map(),
  forbidden: new Set(),
  shut: new Set(),
  quiet: new Set(),
  frozen: new Set([FROZEN]),
};

const attempt: SimAttempt = {
  orderId: '00000000-0000-4000-8000-000000000001',
  member: FROZEN,
  key: '00000000-0000-4000-8000-00000000000a',
  product: 'SIMA',
  direction: 'up',
  durationSec: 5,
  stake: 1_000n,
  wallet: 'practice',
  termsVersion: null,
};

/** Both would be refused for the same reason; the loser of the race is told of the key instead. */
const sameKey: SimAttempt = { ...attempt, product: 'SIMB', stake: 2_000n };

it.each([
  { decided: 'the first', again: attempt },
  { decided: 'the second', again: sameKey },
])('keeps $decided of two lost commands of one key as the decided one', ({ again }) => {
  const start: MemberState = { funds: 5_000n, open: new Map(), decided: new Map() };
  const lost = [attempt, sameKey].map((one) => ({ attempts: [one], answers: null }));

  const after = possibleStates(world, [start], lost, false);
  const told = [{ attempts: [again], answers: [{ ok: false as const, error: 'ACCOUNT_FROZEN' as const }] }];

  // Nothing decided, the first, or the second. When the member is free again only the stored answer explains the refusal.
  expect(after).toHaveLength(3);
  expect(possibleStates({ ...world, frozen: new Set() }, after, told, false)).toHaveLength(1);
});

import { expect, it } from 'vitest';
import type { AdjustmentEvent } from '../cashier/adjustment.ts';
import { decideMarkRelease } from './mark-release.ts';
import type { MarkRelease } from './mark-release.ts';

const RELEASE: MarkRelease = { state: 'proposed', memberId: 1n, makerId: 2n };
const FINE = { hasReason: true, isHeld: true, isInUse: false };

it.each<[string, AdjustmentEvent, bigint, object, unknown]>([
  ['another operator approves', 'approve', 3n, {}, 'approved'],
  ['another operator rejects', 'reject', 3n, {}, 'rejected'],
  ['the maker withdraws', 'withdraw', 2n, {}, 'withdrawn'],
  ['the member decides about themselves', 'approve', 1n, {}, 'ITEM_OWN'],
  ['the maker approves', 'approve', 2n, {}, 'SECOND_OPERATOR_NEEDED'],
  ['the maker rejects', 'reject', 2n, {}, 'SECOND_OPERATOR_NEEDED'],
  ['another withdraws', 'withdraw', 3n, {}, 'MAKER_ONLY'],
  ['a rejection without a reason', 'reject', 3n, { hasReason: false }, 'REASON_REQUIRED'],
  ['it is not held any more', 'approve', 3n, { isHeld: false }, 'MARK_NOT_HELD'],
  ['money is on its way to the card', 'approve', 3n, { isInUse: true }, 'MARK_IN_USE'],
  ['a rejection while money is on its way', 'reject', 3n, { isInUse: true, isHeld: false }, 'rejected'],
])('%s', (_, event, operator, changes, expected) => {
  const decided = decideMarkRelease(RELEASE, operator, { event, ...FINE, ...changes });
  expect(decided.ok ? decided.value : decided.error).toBe(expected);
});

it.each(['approved', 'rejected', 'withdrawn'] as const)('nothing is decided twice: %s', (state) => {
  const again = decideMarkRelease({ ...RELEASE, state }, 3n, { event: 'approve', ...FINE });
  expect(again).toMatchObject({ error: 'STATE_CHANGED' });
});

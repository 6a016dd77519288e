import { expect, it } from 'vitest';
import { money } from '../money.ts';
import { exposureOf } from './exposure.ts';

function side(stake: bigint, payout: bigint) {
  return { stake: money(stake), payout: money(payout) };
}

it.each([
  ['nothing runs', side(0n, 0n), side(0n, 0n), 0n],
  ['one side alone', side(100n, 185n), side(0n, 0n), 85n],
  ['the other alone', side(0n, 0n), side(200n, 370n), 170n],
  ['both alike: what one side loses pays the other, and some is left', side(100n, 185n), side(100n, 185n), -15n],
  ['more up than down', side(300n, 555n), side(100n, 185n), 155n],
  ['more down than up', side(100n, 185n), side(300n, 555n), 155n],
])('%s', (_, up, down, most) => {
  expect(exposureOf(up, down)).toBe(most);
});

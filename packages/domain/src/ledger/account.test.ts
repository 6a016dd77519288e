import { expect, it } from 'vitest';
import { accountKey, HOUSE_KINDS, houseAccount, isMemberKind, MEMBER_KINDS, memberAccount } from './account.ts';
import { TRANSFER_PHASES, TRANSFER_TYPES } from './transfer.ts';

it('every account has its own key', () => {
  const accounts = (['practice', 'cash'] as const).flatMap((wallet) =>
    ['CNY', 'USD'].flatMap((currency) => [
      ...MEMBER_KINDS.flatMap((kind) => [5n, 6n].map((id) => memberAccount(kind, id, wallet, currency))),
      ...HOUSE_KINDS.map((kind) => houseAccount(kind, wallet, currency)),
    ]),
  );
  expect(new Set(accounts.map(accountKey)).size).toBe(accounts.length);
  expect(accountKey(houseAccount('escrow', 'practice', 'CNY'))).toBe('practice/CNY/escrow/');
});

it('a member’s account has an owner, and a house account has none', () => {
  expect(() => accountKey({ ...memberAccount('funds', 5n, 'cash', 'CNY'), memberId: null })).toThrow('wrong owner');
  expect(() => accountKey({ ...houseAccount('fees', 'cash', 'CNY'), memberId: 5n })).toThrow('wrong owner');
  expect(['funds', 'savings', 'invested', 'escrow'].map((kind) => isMemberKind(kind as 'funds'))).toEqual([
    true,
    true,
    true,
    false,
  ]);
});

it('the ledger’s names never change, because rows and receipts hold them forever', () => {
  expect(MEMBER_KINDS).toEqual(['funds', 'savings', 'invested']);
  expect(HOUSE_KINDS).toEqual(['escrow', 'house', 'fees', 'grants', 'clearing']);
  expect(TRANSFER_PHASES).toEqual(['single', 'pending', 'post', 'void']);
  expect(TRANSFER_TYPES.join(' ')).toBe(
    'practiceGrant practiceReset orderStake orderPayout orderRefund orderClose fee recharge manualAdd withdraw ' +
      'withdrawalReturned manualDeduct invitationReward investment redemption interest savingsIn savingsOut givenUp',
  );
});

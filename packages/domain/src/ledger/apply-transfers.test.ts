import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { money, sumMoney } from '../money.ts';
import type { Result } from '../result.ts';
import { accountKey, houseAccount, isMemberKind, memberAccount } from './account.ts';
import type { AccountRef } from './account.ts';
import { applyTransfers, availableOf, balanceOf, EMPTY_LEDGER } from './apply-transfers.ts';
import type { LedgerState } from './apply-transfers.ts';
import type { TransferDraft, TransferPhase } from './transfer.ts';

const funds = memberAccount('funds', 1n, 'practice', 'CNY');
const savings = memberAccount('savings', 1n, 'practice', 'CNY');
const cashFunds = memberAccount('funds', 1n, 'cash', 'CNY');
const dollarFunds = memberAccount('funds', 1n, 'practice', 'USD');
const grants = houseAccount('grants', 'practice', 'CNY');
const clearing = houseAccount('clearing', 'practice', 'CNY');

type Links = { readonly id?: string; readonly pendingId?: string };

function draft(
  debit: AccountRef,
  credit: AccountRef,
  amount: bigint,
  phase: TransferPhase = 'single',
  links: Links = {},
): TransferDraft {
  return { ...links, debit, credit, amount: money(amount), type: 'manualAdd', phase, refType: 'test', refId: '1' };
}

function applied(result: Result<LedgerState, string>): LedgerState {
  if (!result.ok) throw new Error(`refused: ${result.error}`);
  return result.value;
}

const funded = applied(applyTransfers(EMPTY_LEDGER, [draft(grants, funds, 100n)]));

describe('single transfers', () => {
  it('move money from debit to credit', () => {
    const state = applied(applyTransfers(funded, [draft(funds, savings, 30n)]));
    expect(balanceOf(state, funds)).toMatchObject({ posted: 70n, held: 0n });
    expect(balanceOf(state, savings)).toMatchObject({ posted: 30n, held: 0n });
    expect(balanceOf(state, grants)).toMatchObject({ posted: -100n });
  });

  it('may take a member’s last unit, and no more', () => {
    expect(applyTransfers(funded, [draft(funds, savings, 100n)]).ok).toBe(true);
    expect(applyTransfers(funded, [draft(funds, savings, 101n)])).toEqual({ ok: false, error: 'BALANCE_INSUFFICIENT' });
  });

  it('apply in order: money spent before it arrives is refused', () => {
    const out = draft(funds, savings, 150n);
    const into = draft(grants, funds, 50n);
    expect(applyTransfers(funded, [into, out]).ok).toBe(true);
    expect(applyTransfers(funded, [out, into])).toEqual({ ok: false, error: 'BALANCE_INSUFFICIENT' });
  });

  it('apply all together or not at all', () => {
    const before = new Map(funded.balances);
    expect(applyTransfers(funded, [draft(funds, savings, 60n), draft(funds, savings, 60n)]).ok).toBe(false);
    expect(funded.balances).toEqual(before);
  });

  it.each([
    ['wallets', funds, cashFunds],
    ['currencies', funds, dollarFunds],
  ])('never mix %s', (_, debit, credit) => {
    expect(applyTransfers(funded, [draft(debit, credit, 1n)])).toEqual({ ok: false, error: 'WALLET_MISMATCH' });
    expect(applyTransfers(funded, [draft(credit, debit, 1n)])).toEqual({ ok: false, error: 'WALLET_MISMATCH' });
  });

  it('let a house account go below zero', () => {
    expect(balanceOf(funded, grants).posted).toBe(-100n);
  });
});

describe('holds', () => {
  const hold = draft(funds, clearing, 40n, 'pending', { id: 'h1' });
  const held = applied(applyTransfers(funded, [hold]));
  const post = draft(funds, clearing, 40n, 'post', { pendingId: 'h1' });
  const release = draft(funds, clearing, 40n, 'void', { pendingId: 'h1' });

  it('reserve money without moving it', () => {
    expect(balanceOf(held, funds)).toMatchObject({ posted: 100n, held: 40n });
    expect(availableOf(balanceOf(held, funds))).toBe(60n);
    expect(balanceOf(held, clearing).posted).toBe(0n);
    expect(applyTransfers(held, [draft(funds, savings, 61n)])).toEqual({ ok: false, error: 'BALANCE_INSUFFICIENT' });
    expect(applyTransfers(held, [draft(funds, clearing, 61n, 'pending', { id: 'h2' })])).toEqual({
      ok: false,
      error: 'BALANCE_INSUFFICIENT',
    });
  });

  it('move the held money when posted', () => {
    const state = applied(applyTransfers(held, [draft(funds, savings, 60n), post]));
    expect(balanceOf(state, funds)).toMatchObject({ posted: 0n, held: 0n });
    expect(balanceOf(state, clearing).posted).toBe(40n);
  });

  it('give everything back when voided', () => {
    const state = applied(applyTransfers(held, [release]));
    expect(balanceOf(state, funds)).toEqual(balanceOf(funded, funds));
    expect(balanceOf(state, clearing).posted).toBe(0n);
  });

  it('record how they were resolved', () => {
    const howOf = (transfer: TransferDraft) => applied(applyTransfers(held, [transfer])).holds.get('h1')?.resolved;
    expect([howOf(post), howOf(release)]).toEqual(['post', 'void']);
  });

  it.each([
    ['posted, then posted', post, post],
    ['posted, then voided', post, release],
    ['voided, then posted', release, post],
    ['voided, then voided', release, release],
  ])('are resolved only once: %s', (_, first, second) => {
    expect(applyTransfers(held, [first, second])).toEqual({ ok: false, error: 'PENDING_RESOLVED' });
    expect(applyTransfers(applied(applyTransfers(held, [first])), [second])).toEqual({
      ok: false,
      error: 'PENDING_RESOLVED',
    });
  });

  it.each([
    ['an unknown id', { ...post, pendingId: 'h9' }, 'PENDING_UNKNOWN'],
    ['another debit account', { ...post, debit: savings }, 'PENDING_UNKNOWN'],
    ['another credit account', { ...post, credit: grants }, 'PENDING_UNKNOWN'],
    ['a smaller amount', { ...post, amount: money(39n) }, 'AMOUNT_MISMATCH'],
    ['a larger amount', { ...release, amount: money(41n) }, 'AMOUNT_MISMATCH'],
    ['another wallet', { ...post, debit: cashFunds }, 'WALLET_MISMATCH'],
  ])('refuse %s', (_, transfer, error) => {
    expect(applyTransfers(held, [transfer])).toEqual({ ok: false, error });
  });
});

describe('programmer errors', () => {
  it.each([
    ['an amount of zero', draft(funds, savings, 0n), 'above zero'],
    ['a negative amount', draft(funds, savings, -1n), 'above zero'],
    ['one account on both sides', draft(funds, funds, 1n), 'two accounts'],
    ['a single transfer naming a hold', draft(funds, savings, 1n, 'single', { pendingId: 'h1' }), 'pendingId'],
    ['a post without a hold', draft(funds, savings, 1n, 'post'), 'pendingId'],
    ['a hold without an id', draft(funds, savings, 1n, 'pending'), 'needs an id'],
    ['a member kind without a member', draft({ ...funds, memberId: null }, savings, 1n), 'wrong owner'],
    ['a house kind with a member', draft({ ...grants, memberId: 1n }, savings, 1n), 'wrong owner'],
  ])('%s fails an assertion', (_, transfer, message) => {
    expect(() => applyTransfers(funded, [transfer])).toThrow(message);
  });

  it('one id for two holds fails an assertion', () => {
    const hold = draft(funds, clearing, 1n, 'pending', { id: 'h1' });
    expect(() => applyTransfers(funded, [hold, hold])).toThrow('used twice');
  });
});

const account = fc
  .tuple(
    fc.constantFrom('practice' as const, 'cash' as const),
    fc.constantFrom('CNY', 'USD'),
    fc.oneof(
      fc.record({ kind: fc.constantFrom('funds' as const, 'savings' as const), memberId: fc.constantFrom(1n, 2n) }),
      fc.record({ kind: fc.constantFrom('escrow' as const, 'clearing' as const), memberId: fc.constant(null) }),
    ),
  )
  .map(([wallet, currency, owner]): AccountRef => ({ ...owner, wallet, currency }));

/** A list of commands. Each is either a movement or the resolution of an earlier hold, often a wrong one. */
const commands = fc.array(
  fc.record({
    debit: account,
    credit: account,
    sameBook: fc.boolean(),
    amount: fc.bigInt({ min: 1n, max: 100n }),
    phase: fc.constantFrom<TransferPhase>('single', 'single', 'pending', 'pending', 'post', 'void'),
    target: fc.nat({ max: 30 }),
  }),
  { maxLength: 60 },
);

type Command = typeof commands extends fc.Arbitrary<(infer T)[]> ? T : never;

function toDraft(command: Command, index: number, earlier: readonly TransferDraft[]): TransferDraft | null {
  const credit: AccountRef = command.sameBook
    ? { ...command.credit, wallet: command.debit.wallet, currency: command.debit.currency }
    : command.credit;
  if (command.phase === 'post' || command.phase === 'void') {
    const holds = earlier.filter((transfer) => transfer.phase === 'pending');
    const target = holds[command.target % Math.max(holds.length, 1)];
    if (target?.id === undefined) return null;
    return draft(target.debit, target.credit, target.amount, command.phase, { pendingId: target.id });
  }
  if (accountKey(command.debit) === accountKey(credit)) return null;
  return draft(command.debit, credit, command.amount, command.phase, { id: `t${index}` });
}

/** Runs the commands one by one and returns the state after each accepted one. */
function run(list: readonly Command[]): { readonly accepted: TransferDraft[]; readonly states: LedgerState[] } {
  const accepted: TransferDraft[] = [];
  const states: LedgerState[] = [EMPTY_LEDGER];
  for (const [index, command] of list.entries()) {
    const transfer = toDraft(command, index, accepted);
    if (transfer === null) continue;
    const result = applyTransfers(states.at(-1) ?? EMPTY_LEDGER, [transfer]);
    if (!result.ok) continue;
    accepted.push(transfer);
    states.push(result.value);
  }
  return { accepted, states };
}

describe('after any sequence of transfers', () => {
  it('the accounts of every wallet and currency add up to zero', () => {
    fc.assert(
      fc.property(commands, (list) => {
        for (const state of run(list).states) {
          const books = Map.groupBy(
            state.balances.values(),
            (balance) => `${balance.account.wallet}/${balance.account.currency}`,
          );
          for (const balances of books.values()) {
            expect(sumMoney(balances.map((balance) => balance.posted))).toBe(0n);
          }
        }
      }),
    );
  });

  it('no member has a negative available balance, and no hold is negative', () => {
    fc.assert(
      fc.property(commands, (list) => {
        for (const state of run(list).states) {
          for (const balance of state.balances.values()) {
            expect(balance.held >= 0n).toBe(true);
            if (isMemberKind(balance.account.kind)) expect(availableOf(balance) >= 0n).toBe(true);
          }
        }
      }),
    );
  });

  it('balances follow from the transfers: posted folds single and post, held folds open holds', () => {
    fc.assert(
      fc.property(commands, (list) => {
        const { accepted, states } = run(list);
        const resolved = new Set(accepted.map((transfer) => transfer.pendingId));
        for (const balance of states.at(-1)?.balances.values() ?? []) {
          const key = accountKey(balance.account);
          const moved = accepted.filter(({ phase }) => phase === 'single' || phase === 'post');
          const arrived = sumMoney(moved.filter((t) => accountKey(t.credit) === key).map((t) => t.amount));
          const left = sumMoney(moved.filter((t) => accountKey(t.debit) === key).map((t) => t.amount));
          const open = accepted.filter((t) => t.phase === 'pending' && !resolved.has(t.id));
          expect(balance.posted).toBe(arrived - left);
          expect(balance.held).toBe(sumMoney(open.filter((t) => accountKey(t.debit) === key).map((t) => t.amount)));
        }
      }),
    );
  });

  it('a hold and its void leave every balance unchanged', () => {
    fc.assert(
      fc.property(commands, fc.bigInt({ min: 1n, max: 100n }), (list, amount) => {
        const state = run([...list]).states.at(-1) ?? EMPTY_LEDGER;
        const hold = draft(funds, clearing, amount, 'pending', { id: 'extra' });
        const result = applyTransfers(state, [hold, draft(funds, clearing, amount, 'void', { pendingId: 'extra' })]);
        if (!result.ok) {
          expect(result.error).toBe('BALANCE_INSUFFICIENT');
          return;
        }
        for (const balance of result.value.balances.values()) {
          expect(balance).toEqual(balanceOf(state, balance.account));
        }
      }),
    );
  });

  it('every hold is resolved at most once', () => {
    fc.assert(
      fc.property(commands, (list) => {
        const named = run(list).accepted.flatMap((transfer) => transfer.pendingId ?? []);
        expect(new Set(named).size).toBe(named.length);
      }),
    );
  });

  it('one list has the same effect as its transfers one by one', () => {
    fc.assert(
      fc.property(commands, (list) => {
        const { accepted, states } = run(list);
        expect(applied(applyTransfers(EMPTY_LEDGER, accepted))).toEqual(states.at(-1));
      }),
    );
  });
});

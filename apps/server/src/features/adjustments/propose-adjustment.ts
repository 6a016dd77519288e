import { adjustmentView as adjustmentSchema } from '@candor/contract/console-members';
import type { AdjustmentView } from '@candor/contract/console-members';
import type { AdjustmentKind } from '@candor/domain/cashier/adjustment';
import type { Money } from '@candor/domain/money';
import { err, ok } from '@candor/domain/result';
import type { Result } from '@candor/domain/result';
import type { Db } from '../../platform/db/pool.ts';
import { uuidV7 } from '../../platform/ids/ids.ts';
import type { Call, Command } from '../../services/commands/run-commands.ts';
import type { Site } from '../../services/site/site.ts';
import { insertAdjustment, selectAdjustment, selectMemberExists } from './adjustment-store.ts';
import type { NewAdjustment } from './adjustment-store.ts';
import { adjustmentView } from './adjustment-view.ts';

export interface Proposal {
  readonly kind: AdjustmentKind;
  readonly amount: Money;
  /** What the member will read, as a code. */
  readonly reason: string;
  /** Words for the checker. */
  readonly note: string;
}

type Answer = Result<AdjustmentView, 'MEMBER_NOT_FOUND' | 'ITEM_OWN'>;

/** An operator proposes to add or deduct money. Nothing moves before another operator approves it. */
export function proposeAdjustment(site: Site): Command<Proposal, { exists: boolean }, NewAdjustment, null, Answer> {
  return {
    name: 'console/adjustments/propose',
    stored: storedAdjustment<'MEMBER_NOT_FOUND' | 'ITEM_OWN'>(),
    readFacts: async (db, calls) => ({ exists: await selectMemberExists(db, onlyCall(calls).memberId) }),
    decide: (call, { exists }) => {
      const makerId = operatorOf(call);
      if (!exists) return { answer: err('MEMBER_NOT_FOUND'), kept: false };
      if (makerId === call.memberId) return { answer: err('ITEM_OWN'), kept: false };
      const { kind, amount, reason, note } = call.input;
      const place = { wallet: site.defaultWallet, currency: site.currency.code };
      return { effect: { id: uuidV7(), memberId: call.memberId, ...place, kind, amount, reason, note, makerId } };
    },
    write: async (db, effects) => {
      for (const effect of effects) await insertAdjustment(db, effect);
      return effects.map(() => null);
    },
    answer: async (db, done) =>
      await Promise.all(done.map(async ({ effect }) => ok(await viewOf(db, site, effect.id)))),
    auditOf: ({ id, kind, amount, reason, note, memberId }) => ({
      subjectType: 'adjustment',
      subjectId: id,
      detail: { kind, amount: amount.toString(), member: memberId.toString(), reason, note },
    }),
  };
}

/** Only what was carried out is kept for a retry. */
export function storedAdjustment<Refusal>() {
  return {
    of: (answer: Result<AdjustmentView, Refusal>) => (answer.ok ? answer.value : null),
    read: (json: unknown): Result<AdjustmentView, Refusal> => ok(adjustmentSchema.parse(json)),
  };
}

export async function viewOf(db: Db, site: Site, id: string): Promise<AdjustmentView> {
  const row = await selectAdjustment(db, id);
  if (row === undefined) throw new Error('the adjustment was not found again');
  return adjustmentView(row, site);
}

export function onlyCall<Input>(calls: readonly Call<Input>[]): Call<Input> {
  const [call] = calls;
  if (call === undefined || calls.length > 1) throw new Error('operators decide one adjustment at a time');
  return call;
}

export function operatorOf({ operatorId }: Call<unknown>): bigint {
  if (operatorId === undefined) throw new Error('an adjustment needs an operator');
  return operatorId;
}

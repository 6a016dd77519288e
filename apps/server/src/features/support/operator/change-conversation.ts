import { err, ok } from '@candor/domain/result';
import type { Result } from '@candor/domain/result';
import type { Db, Pool } from '../../../platform/db/pool.ts';
import { recordActs } from '../../../services/commands/audit-store.ts';
import { asOperator } from '../../../services/operators/acting-store.ts';
import type { Acting } from '../../../services/operators/acting-store.ts';
import { insertOutbox } from '../../../services/outbox/outbox-store.ts';
import {
  insertAnswer,
  lockConversation,
  selectAnswer,
  updateClosed,
  updateOperatorRead,
  updateOperator,
} from './conversation-store.ts';
import type { LockedConversation } from './conversation-store.ts';

export type Act =
  | { readonly kind: 'answer'; readonly text: string; readonly key: string }
  | { readonly kind: 'take' }
  | { readonly kind: 'assign'; readonly operatorId: bigint | null }
  | { readonly kind: 'close' }
  | { readonly kind: 'reopen' };

type Refusal = 'CONVERSATION_NOT_FOUND' | 'ITEM_OWN' | 'ITEM_TAKEN' | 'IDEMPOTENCY_KEY_REUSED';

/** One act of an operator in a conversation, with its entry in the audit log. Nobody serves themselves. */
export async function changeConversation(
  pool: Pool,
  { id, acting, act }: { id: bigint; acting: Acting; act: Act },
): Promise<Result<null, Refusal>> {
  const { operatorId } = acting;
  return await asOperator(pool, acting, async (db) => {
    const found = await lockConversation(db, id);
    if (found === undefined) return err('CONVERSATION_NOT_FOUND');
    const isOwn = found.memberId === operatorId || (act.kind === 'assign' && act.operatorId === found.memberId);
    if (isOwn && found.memberId !== null) return err('ITEM_OWN');
    const done = await carryOut(db, { id, operatorId, act, found });
    if (!done.ok) return done;
    if (done.value === null) return ok(null);
    await recordActs(db, [
      {
        command: `console/support/${act.kind}`,
        subjectType: 'conversation',
        subjectId: id.toString(),
        detail: done.value,
      },
    ]);
    return ok(null);
  });
}

type Detail = Readonly<Record<string, string | null>>;

/** What the audit says of it, or null if nothing changed. */
async function carryOut(
  db: Db,
  { id, operatorId, act, found }: { id: bigint; operatorId: bigint; act: Act; found: LockedConversation },
): Promise<Result<Detail | null, Refusal>> {
  switch (act.kind) {
    case 'answer': {
      const { text, key } = act;
      const earlier = await selectAnswer(db, id, key);
      if (earlier !== undefined) return earlier.text === text ? ok(null) : err('IDEMPOTENCY_KEY_REUSED');
      const written = await insertAnswer(db, { conversationId: id, operatorId, text, key });
      if (found.operatorId === null) await updateOperator(db, id, operatorId);
      await tellMember(db, found.memberId);
      return ok({ message: written.toString() });
    }
    case 'take':
      if (found.operatorId === operatorId) return ok(null);
      if (found.operatorId !== null) return err('ITEM_TAKEN');
      await updateOperator(db, id, operatorId);
      return ok({});
    case 'assign':
      if (found.operatorId === act.operatorId) return ok(null);
      await updateOperator(db, id, act.operatorId);
      return ok({ from: found.operatorId?.toString() ?? null, to: act.operatorId?.toString() ?? null });
    case 'close':
    case 'reopen':
      if (found.isClosed === (act.kind === 'close')) return ok(null);
      await updateClosed(db, id, act.kind === 'close');
      return ok({});
  }
}

/** An operator has seen everything up to a message. The person sees that at once. */
export async function readConversation(
  pool: Pool,
  { id, acting, upTo }: { id: bigint; acting: Acting; upTo: bigint },
): Promise<Result<null, Refusal>> {
  return await asOperator(pool, acting, async (db) => {
    const found = await lockConversation(db, id);
    if (found === undefined) return err('CONVERSATION_NOT_FOUND');
    if (found.memberId === acting.operatorId) return err('ITEM_OWN');
    if (await updateOperatorRead(db, id, upTo)) await tellMember(db, found.memberId);
    return ok(null);
  });
}

/** A visitor has no live topic: they poll. */
async function tellMember(db: Db, memberId: bigint | null): Promise<void> {
  if (memberId !== null) await insertOutbox(db, [{ memberId, message: { type: 'support' } }]);
}

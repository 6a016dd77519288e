import { supportMessage } from '@candor/contract/support';
import type { SupportMessage } from '@candor/contract/support';
import { err, ok } from '@candor/domain/result';
import type { Result } from '@candor/domain/result';
import type { Command } from '../../services/commands/run-commands.ts';
import { keepFiles } from '../../services/files/file-store.ts';
import type { Site } from '../../services/site/site.ts';
import type { ReadArchivedOrder } from '../../services/order-archive/read-archived-order.ts';
import { insertMessage, selectMessage, selectOwnOrders } from './support-store.ts';
import { messageView } from './support-view.ts';

export interface Post {
  /** Undefined for a picture. */
  text?: string | undefined;
  /** Makes the message a dispute about this order. */
  orderId?: string | undefined;
  /** A picture that is stored already. */
  fileId?: string | undefined;
}

interface PostDeps {
  readonly site: Pick<Site, 'currency'>;
  readonly readArchivedOrder: ReadArchivedOrder;
}

/** Writes a member's message. A dispute is then due for the check, which runs separately. */
export function postMessage(
  { site, readArchivedOrder }: PostDeps,
  name: 'support/messages' | 'support/pictures' = 'support/messages',
): Command<Post, OwnOrders, Post & { memberId: bigint }, bigint, Result<SupportMessage, 'ORDER_NOT_FOUND'>> {
  return {
    name,
    stored: {
      of: (answer) => (answer.ok ? answer.value : null),
      read: (json) => ok(supportMessage.parse(json)),
    },
    readFacts: async (db, calls) =>
      await selectOwnOrders(
        db,
        readArchivedOrder,
        calls.flatMap(({ memberId, input: { orderId } }) => (orderId === undefined ? [] : [{ memberId, orderId }])),
      ),
    decide: ({ memberId, input }, own) =>
      input.orderId === undefined || own.has(`${memberId}/${input.orderId}`)
        ? { effect: { ...input, memberId } }
        : { answer: err('ORDER_NOT_FOUND'), kept: false },
    write: async (db, effects) => {
      const ids: bigint[] = [];
      for (const effect of effects) {
        if (effect.fileId !== undefined) await keepFiles(db, [effect.fileId]);
        ids.push(await insertMessage(db, effect));
      }
      return ids;
    },
    answer: async (db, done) => {
      const answers: Result<SupportMessage, 'ORDER_NOT_FOUND'>[] = [];
      for (const { call, written } of done)
        answers.push(
          ok(
            messageView(
              await selectMessage(db, readArchivedOrder, { memberId: call.memberId }, written),
              site.currency,
            ),
          ),
        );
      return answers;
    },
    newsOf: () => [{ type: 'support' }],
  };
}

/** `member/order` of the orders that belong to the member. */
type OwnOrders = ReadonlySet<string>;

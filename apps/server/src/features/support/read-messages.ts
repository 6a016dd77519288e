import type { SupportView } from '@candor/contract/support';
import type { Currency } from '@candor/domain/money';
import type { Pool } from '../../platform/db/pool.ts';
import { pageOf } from '../../platform/http/paging.ts';
import type { Paging } from '../../platform/http/paging.ts';
import type { ReadArchivedOrder } from '../../services/order-archive/read-archived-order.ts';
import { selectMarks, selectMessages } from './support-store.ts';
import type { MessageFilter } from './support-store.ts';
import { messageView } from './support-view.ts';

/** A page of messages, and the marks of both sides. */
export async function readMessages(
  { pool, readArchivedOrder }: { readonly pool: Pool; readonly readArchivedOrder: ReadArchivedOrder },
  paidIn: Currency,
  filter: Omit<MessageFilter, 'limit'>,
  paging: Paging,
): Promise<SupportView> {
  const page = await pageOf({
    paging,
    read: async (limit) => await selectMessages(pool, readArchivedOrder, { ...filter, limit }),
    view: (row) => messageView(row, paidIn),
    cursorOf: ({ id }) => id,
  });
  const { unread, deskRead } = await selectMarks(pool, filter.of);
  return { ...page, unread: Number(unread), deskRead: deskRead.toString() };
}

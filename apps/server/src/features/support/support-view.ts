import { readPicture } from '@candor/contract/calls/support';
import { pathOf } from '@candor/contract/operation';
import { CHECK_VERDICTS, supportFinding } from '@candor/contract/support';
import type { SupportMessage, SupportOrder } from '@candor/contract/support';
import { formatMoney, money } from '@candor/domain/money';
import type { Currency } from '@candor/domain/money';
import * as z from 'zod/mini';
import type { MessageRow } from './support-store.ts';

const verdict = z.nullable(z.enum(CHECK_VERDICTS));
const finding = z.nullable(supportFinding);

/**
 * A message as the contract defines it.
 * @param picturePath where whoever reads this finds a picture
 */
export function messageView(
  row: MessageRow,
  paidIn: Currency,
  picturePath: (id: string) => string = (id) => pathOf(readPicture, { id }),
): SupportMessage {
  return {
    id: row.id.toString(),
    author: row.author,
    text: row.text,
    picture: row.fileId === null ? null : { path: row.isErased ? null : picturePath(row.fileId) },
    finding: finding.parse(row.finding),
    answers: row.answers?.toString() ?? null,
    order: orderCard(row, paidIn),
    checked: verdict.parse(row.checked),
    createdAt: new Date(row.createdAt).toISOString(),
  };
}

function orderCard(row: MessageRow, paidIn: Currency): SupportOrder | null {
  return row.orderId === null
    ? null
    : {
        id: row.orderId,
        no: row.no.toString(),
        product: row.product,
        direction: row.direction,
        wallet: row.wallet,
        stake: formatMoney(money(row.stake), paidIn),
        status: row.outcome ?? 'open',
        profit: row.profit === null ? null : formatMoney(money(row.profit), paidIn),
      };
}

import { ADJUSTMENT_KINDS } from '@candor/contract/console-members';
import { LANGUAGES } from '@candor/contract/languages';
import * as z from 'zod/mini';
import { int8 } from '../../platform/db/rows.ts';
import { wallet } from '../../services/columns/columns.ts';
import { proposalColumns, proposalMember } from '../../services/proposals/proposal-store.ts';
import type { ProposalTable } from '../../services/proposals/proposal-store.ts';
import { anyRow } from '../../platform/db/statement.ts';

/** SQL about money that operators add or deduct by hand. `reason` has the maker's words, `code` what the member reads. */

const adjustmentRow = z.object({
  ...proposalColumns,
  ...proposalMember,
  language: z.nullable(z.enum(LANGUAGES)),
  wallet,
  currency: z.string(),
  kind: z.enum(ADJUSTMENT_KINDS),
  amount: int8,
  code: z.string(),
  available: int8,
});
export type AdjustmentRow = z.infer<typeof adjustmentRow>;

export const ADJUSTMENTS: ProposalTable<AdjustmentRow> = {
  name: 'adjustment',
  idType: 'uuid',
  isOfMember: true,
  columns: `m.language, x.wallet, x.currency, x.kind, x.amount, x.code,
    coalesce((select a.posted - a.held from account a where a.member_id = x.member_id and a.kind = 'funds'
      and a.wallet = x.wallet and a.currency = x.currency), 0)::bigint as available`,
  row: adjustmentRow,
};

export const selectMemberExists = anyRow('select from member where id = $1', (memberId: bigint | undefined) => [
  memberId?.toString(),
]);

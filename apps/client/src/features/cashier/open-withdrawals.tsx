import type { WithdrawalView } from '@candor/contract/cashier';
import { ChevronRight } from 'lucide-react';
import { useTranslations } from 'use-intl';
import { hrefTo } from '../../lib/location.ts';
import { paths } from '../../lib/paths.ts';
import { formatDateTime } from '../../lib/time.ts';
import { useAmounts } from '../../services/session/amounts.tsx';
import { CancelWithdrawal } from './cancel-withdrawal.tsx';
import { WithdrawalStatusChip } from './cashier-words.tsx';

/** Withdrawals on their way, each with its cancel while that is allowed. */
export function OpenWithdrawals({ withdrawals }: { withdrawals: readonly WithdrawalView[] }) {
  const t = useTranslations('cashier.withdrawal');
  const amounts = useAmounts();
  const open = withdrawals.filter(isOpen);
  if (open.length === 0) return null;
  return (
    <section aria-labelledby="open-withdrawals">
      <h2 id="open-withdrawals" className="text-body-s font-semibold">
        {t('open', { count: open.length })}
      </h2>
      <ul className="mt-2 flex flex-col gap-2">
        {open.map((withdrawal) => (
          <li key={withdrawal.id} className="rounded-card border border-line bg-surface-1 shadow-card">
            <a
              href={hrefTo(paths.withdrawal(withdrawal.id))}
              className="flex min-h-16 items-center gap-3 rounded-card px-4 py-2.5 -outline-offset-2 hover:bg-surface-2"
            >
              <span className="flex min-w-0 flex-1 flex-wrap items-center justify-between gap-x-3 gap-y-1">
                <span className="min-w-0">
                  <span className="tnum block text-body font-semibold">{amounts(withdrawal.amount)}</span>
                  <span className="tnum block text-caption text-text-3">{formatDateTime(withdrawal.createdAt)}</span>
                </span>
                <WithdrawalStatusChip withdrawal={withdrawal} />
              </span>
              <ChevronRight aria-hidden="true" className="size-4.5 shrink-0 text-text-3" />
            </a>
            {withdrawal.canCancel && <CancelWithdrawal withdrawal={withdrawal} />}
          </li>
        ))}
      </ul>
    </section>
  );
}

function isOpen({ status, payout }: WithdrawalView): boolean {
  return (
    status === 'pending' ||
    status === 'reviewing' ||
    (status === 'approved' && (payout === 'none' || payout === 'sent'))
  );
}

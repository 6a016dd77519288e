import type { DepositView } from '@candor/contract/cashier';
import { DottedLine } from '@candor/ui/dotted-line.tsx';
import { Folded } from '@candor/ui/folded.tsx';
import { ChevronRight } from 'lucide-react';
import { useTranslations } from 'use-intl';
import { hrefTo } from '../../lib/location.ts';
import { useLanguage } from '../../lib/language.ts';
import { useIsDesktop, useIsSmall } from '../../lib/media.ts';
import { paths } from '../../lib/paths.ts';
import { formatDate } from '../../lib/time.ts';
import { useAmounts } from '../../services/session/amounts.tsx';
import { DepositStatusChip, KindIcon } from './cashier-words.tsx';

/**
 * Deposits that are not over. Shown before a new one can be made. On the smallest phones, and several on any phone, they
 * are folded, so that it can be.
 */
export function OpenDeposits({ deposits }: { deposits: readonly DepositView[] }) {
  const t = useTranslations('cashier.open');
  const isSmall = useIsSmall();
  const isDesktop = useIsDesktop();
  if (deposits.length === 0) return null;
  const heading = (
    <>
      <h2 id="open-deposits" className="text-body-s font-bold">
        {t('title', { count: deposits.length })}
      </h2>
      <p className="mt-1 text-caption text-text-3">{t('hint')}</p>
    </>
  );
  return (
    <section aria-labelledby="open-deposits">
      {isSmall || (!isDesktop && deposits.length > 1) ? (
        <Folded heading={heading}>
          <DepositRows deposits={deposits} />
        </Folded>
      ) : (
        <>
          {heading}
          <DepositRows deposits={deposits} />
        </>
      )}
    </section>
  );
}

/** What was asked for, by which way, and how it stands. @param isDated they are told apart by their day */
export function DepositRows({ deposits, isDated = false }: { deposits: readonly DepositView[]; isDated?: boolean }) {
  const language = useLanguage();
  const amounts = useAmounts();
  return (
    <ul className="mt-2 overflow-hidden rounded-card border border-line bg-surface-1 shadow-card [&>*+*]:border-t [&>*+*]:border-line">
      {deposits.map((deposit) => (
        <li key={deposit.id}>
          <a
            href={hrefTo(paths.deposit(deposit.id))}
            className="flex min-h-16 items-center gap-3 px-4 py-2 -outline-offset-2 hover:bg-surface-2 active:bg-surface-2"
          >
            <KindIcon kind={deposit.kind} />
            {/* On a narrow phone the status stands below the name. */}
            <div className="flex min-w-0 flex-1 flex-wrap items-center gap-x-3 gap-y-1">
              <div className="min-w-0 flex-[1_1_6rem]">
                <span className="tnum block text-body font-bold whitespace-nowrap">{amounts(deposit.amount)}</span>
                <DottedLine
                  className="text-caption text-text-3"
                  parts={[deposit.names[language], ...(isDated ? [formatDate(deposit.createdAt)] : [])]}
                />
              </div>
              <DepositStatusChip deposit={deposit} />
            </div>
            <ChevronRight aria-hidden="true" className="size-[min(1.125rem,6vw)] shrink-0 text-text-3" />
          </a>
        </li>
      ))}
    </ul>
  );
}

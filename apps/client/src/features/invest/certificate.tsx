import type { ReactNode } from 'react';
import type { HoldingView } from '@candor/contract/invest';
import { BadgeCheck } from 'lucide-react';
import { useTranslations } from 'use-intl';
import { formatMoney } from '../../lib/format.ts';
import { useLanguage } from '../../lib/language.ts';
import { formatDateTime, zoneLabel } from '../../lib/time.ts';
import { useSite } from '../../services/session/site.ts';
import { rateText, useEarlyRule } from './invest-words.tsx';

/** An investment as a certificate: all its terms on one card, on the screen and on paper. */
export function Certificate({ holding }: { holding: HoldingView }) {
  const t = useTranslations('invest');
  const wallets = useTranslations('common.wallet');
  const language = useLanguage();
  const { currency, name } = useSite();
  const earlyRule = useEarlyRule();
  const money = (text: string) => formatMoney(text, { symbol: currency.symbol });
  return (
    <article
      data-print=""
      aria-label={t('certificate.title')}
      className="rounded-card border border-line bg-surface-1 p-2 shadow-card"
    >
      <div className="rounded-card border border-dashed border-line-control/60 p-4 s:p-4">
        <header className="flex flex-col items-center gap-1 text-center">
          <BadgeCheck aria-hidden="true" className="size-9 text-success" strokeWidth={1.5} />
          <h2 className="text-title-2">{t('certificate.title')}</h2>
          <p className="text-caption text-text-3">
            {name} · {wallets(holding.wallet)}
          </p>
        </header>
        <p className="mt-4 text-center text-caption text-text-2">{t('holding.principal')}</p>
        <p className="tnum text-center text-display">{money(holding.principal)}</p>
        <dl className="tnum mt-4 grid grid-cols-1 gap-x-6 text-body-s s:grid-cols-2">
          <Entry name={t('confirm.project')}>{holding.names[language]}</Entry>
          <Entry name={t('products.annual')}>{rateText(holding.annualRate)}</Entry>
          <Entry name={t('term.starts')}>{holding.startsOn}</Entry>
          <Entry name={t('term.repaid')}>{holding.maturesOn}</Entry>
          <Entry name={t('outlook.interest')}>{money(holding.totalInterest)}</Entry>
          <Entry name={t('products.term')}>{t('days', { count: holding.termDays })}</Entry>
          <Entry name={t('certificate.reference')}>{holding.reference}</Entry>
          <Entry name={t('certificate.madeAt')}>
            {formatDateTime(holding.createdAt)} {zoneLabel(holding.createdAt)}
          </Entry>
          <Entry name={t('certificate.versions')}>
            {t('certificate.versionsAre', { terms: holding.termsVersion, agreement: holding.agreementVersion })}
          </Entry>
          <Entry name={t('certificate.payment')}>{t(`pays.${holding.interest}`)}</Entry>
        </dl>
        <p className="mt-3 text-caption text-text-2">{earlyRule(holding.early)}</p>
        <p className="mt-1 text-caption text-text-3">{t('products.basis')}</p>
      </div>
    </article>
  );
}

function Entry({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="flex min-h-11 flex-col justify-center border-t border-line py-1">
      <dt className="text-caption text-text-3">{name}</dt>
      <dd className="font-bold">{children}</dd>
    </div>
  );
}

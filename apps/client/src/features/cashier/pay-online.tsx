import { useState } from 'react';
import type { DepositView } from '@candor/contract/cashier';
import { buttonClass } from '@candor/ui/button.tsx';
import { NoticeCard } from '@candor/ui/notice-card.tsx';
import { Spinner } from '@candor/ui/spinner.tsx';
import { ExternalLink } from 'lucide-react';
import { useTranslations } from 'use-intl';
import { useLanguage } from '../../lib/language.ts';
import { useAddress } from '../../lib/location.ts';
import { hosts } from '../../services/api/hosts.ts';
import { markLeft, wasLeft } from './left-to-pay.ts';
import { PaidForm } from './paid-form.tsx';
import { providerUrl } from './provider-url.ts';

/**
 * The way to the payment service, and back: whoever was there sees that the payment is being looked for. The deposit is
 * read every 5 seconds (cashier-queries.ts), and the member may say that they paid.
 */
export function PayOnline({ deposit }: { deposit: DepositView }) {
  const t = useTranslations('cashier.online');
  const [isBack, setIsBack] = useState(() => wasLeft(deposit.id));
  const visitor = { language: useLanguage(), domain: useAddress().domain };
  const href = providerUrl(deposit, (path) => hosts.urlOf(path), visitor);
  return (
    <>
      {isBack && (
        <>
          <NoticeCard tone="info" title={t('confirming')}>
            <p role="status" className="flex items-center gap-2">
              <Spinner className="size-4 text-info" />
              {t('confirmingText')}
            </p>
          </NoticeCard>
          <PaidForm deposit={deposit} fields={[]} submit={t('paid')} />
        </>
      )}
      {href === null ? (
        <NoticeCard tone="warn">{t('noAddress')}</NoticeCard>
      ) : (
        <a
          href={href}
          onClick={() => {
            markLeft(deposit.id);
            // The page may stay where it is, when the service opens elsewhere.
            setTimeout(() => setIsBack(true), 1_000);
          }}
          className={buttonClass(isBack ? 'secondary' : 'primary', 'large', true)}
        >
          <ExternalLink aria-hidden="true" className="size-5" strokeWidth={1.75} />
          {isBack ? t('again') : t('go')}
        </a>
      )}
      {!isBack && <p className="text-center text-caption text-text-3">{t('goHint')}</p>}
    </>
  );
}

import { NoticeCard } from '@candor/ui/notice-card.tsx';
import { useTranslations } from 'use-intl';
import { useErrorText } from '../../lib/i18n.tsx';
import { hrefTo } from '../../lib/location.ts';
import { paths } from '../../lib/paths.ts';
import { useResumedPurchase } from './invest-calls.ts';

/** What became of a purchase whose answer an earlier visit never received. */
export function OpenPurchase() {
  const t = useTranslations('invest.resumed');
  const say = useErrorText();
  const { found, isOpen, isLost } = useResumedPurchase();
  if (found !== null)
    return (
      <NoticeCard
        tone="info"
        title={t('found')}
        action={
          <a
            href={hrefTo(paths.ebaoRecords(found.id))}
            className="inline-flex min-h-11 items-center text-body-s font-bold text-link"
          >
            {t('see')}
          </a>
        }
      />
    );
  if (!isOpen)
    return isLost ? (
      <div role="status">
        <NoticeCard tone="warn" title={say('INVESTMENT_FAILED')} />
      </div>
    ) : null;
  return (
    <div role="status">
      <NoticeCard tone="warn" title={t('checking')}>
        {t('checkingText')}
      </NoticeCard>
    </div>
  );
}

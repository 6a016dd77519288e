/* Says that the account has an order whose answer never came to this device. It stays until the member has seen it. */

import { Banner } from '@candor/ui/banner.tsx';
import { Button, buttonClass } from '@candor/ui/button.tsx';
import { MailWarning } from 'lucide-react';
import { useTranslations } from 'use-intl';
import { hrefTo } from '../lib/location.ts';
import { paths } from '../lib/paths.ts';
import { formatDateTime } from '../lib/time.ts';
import { putLateOrderAway } from '../services/active-order/late-orders.ts';
import type { LateOrder } from '../services/active-order/late-orders.ts';

export function LateOrderBanner({ order }: { order: LateOrder }) {
  const t = useTranslations('proof.lateOrder');
  const { id, product, acceptedAt, wasDenied } = order;
  const putAway = () => void putLateOrderAway(id);
  return (
    <Banner tone="warn" icon={<MailWarning aria-hidden="true" />}>
      <span className="flex flex-wrap items-center gap-x-3">
        {t(wasDenied ? 'denied' : 'unanswered', { product, time: formatDateTime(acceptedAt) })}
        <a href={hrefTo(paths.order(id))} onClick={putAway} className={buttonClass('text', 'small')}>
          {t('see')}
        </a>
        <Button variant="text" size="small" onClick={putAway}>
          {t('putAway')}
        </Button>
      </span>
    </Banner>
  );
}

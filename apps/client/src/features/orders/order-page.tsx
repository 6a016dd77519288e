import { buttonClass } from '@candor/ui/button.tsx';
import { NavBar } from '@candor/ui/nav-bar.tsx';
import { Page } from '@candor/ui/page.tsx';
import { useTranslations } from 'use-intl';
import { goBack, hrefTo, useAddress } from '../../lib/location.ts';
import { paths } from '../../lib/paths.ts';
import { OrderDetail } from './order-detail.tsx';
import { useOrder } from './order-queries.ts';

/** The page of one order, `?id=`. */
export function OrderPage() {
  const t = useTranslations('orders');
  const { params } = useAddress();
  const id = params.get('id') ?? '';
  const { data: order } = useOrder(id);
  return (
    <Page
      columns
      bar={<NavBar title={t('order')} onBack={() => goBack(paths.history())} />}
      action={
        // A settled order's action is the check of its receipt, in its first block.
        order?.status === 'open' && (
          <a href={hrefTo(paths.market(order.product))} className={buttonClass('primary', 'large', true)}>
            {t('seeMarket')}
          </a>
        )
      }
    >
      <OrderDetail key={id} id={id} hasColumns />
    </Page>
  );
}

/*
 * 充值: a new deposit, or with `?deposit=` the one that was made, from its instructions to its end. The address keeps
 * method and deposit, so that a reload, a link and the way back from a payment service find them.
 */

import { ACTION_ICONS } from '@candor/ui/action-icons';
import { NavBar } from '@candor/ui/nav-bar.tsx';
import { Page } from '@candor/ui/page.tsx';
import { IconButton } from '@candor/ui/icon-button.tsx';
import { useTranslations } from 'use-intl';
import { goBack, navigate, useAddress } from '../../lib/location.ts';
import { paths } from '../../lib/paths.ts';
import { DepositFlow } from './deposit-flow.tsx';
import { NewDeposit } from './new-deposit.tsx';

export function RechargePage() {
  const titles = useTranslations('common.titles');
  const t = useTranslations('cashier');
  const { params } = useAddress();
  const id = params.get('deposit');
  return (
    <Page
      columns
      bar={
        <NavBar
          title={id === null ? titles('recharge') : t('deposit.title')}
          {...(id === null ? {} : { onBack: () => goBack(paths.recharge()) })}
          actions={
            <IconButton label={titles('depositRecords')} onClick={() => navigate(paths.depositRecords())}>
              <ACTION_ICONS.records aria-hidden="true" className="size-5.5" strokeWidth={1.75} />
            </IconButton>
          }
        />
      }
    >
      {id === null ? (
        <NewDeposit method={params.get('method')} amount={params.get('amount')} />
      ) : (
        <DepositFlow key={id} id={id} />
      )}
    </Page>
  );
}

import type { Wallet } from '@candor/contract/envelope';
import { PracticeBadge, StatusChip } from '@candor/ui/status-chip.tsx';
import { useTranslations } from 'use-intl';

/** Which money it is. Practice money says so wherever amounts stand. */
export function WalletBadge({ wallet }: { wallet: Wallet }) {
  const t = useTranslations('common.wallet');
  if (wallet === 'practice') return <PracticeBadge>{t('practice')}</PracticeBadge>;
  return (
    <StatusChip tone="neutral" icon="dot">
      {t(wallet)}
    </StatusChip>
  );
}

import { IconButton } from '@candor/ui/icon-button.tsx';
import { cx } from '@candor/ui/cx';
import { useIsFetching, useQueryClient } from '@tanstack/react-query';
import { RefreshCw } from 'lucide-react';
import { useTranslations } from 'use-intl';

/** Reads everything on the screen again. */
export function RefreshButton() {
  const t = useTranslations('common.actions');
  const cache = useQueryClient();
  const busy = useIsFetching({ type: 'active' }) > 0;
  return (
    <IconButton label={t('refresh')} aria-busy={busy} onClick={() => void cache.refetchQueries({ type: 'active' })}>
      <RefreshCw aria-hidden="true" className={cx('size-5', busy && 'ui-spin')} strokeWidth={1.75} />
    </IconButton>
  );
}

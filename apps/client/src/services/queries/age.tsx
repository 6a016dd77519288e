import { useTranslations } from 'use-intl';
import { useOnline } from '../../lib/online.ts';
import { formatClock } from '../../lib/time.ts';

/** How old the data is that stays on the screen while newer data cannot be read. */
export function Age({ query }: { query: { isError: boolean; data: unknown; dataUpdatedAt: number } }) {
  const t = useTranslations('common.states');
  const online = useOnline();
  if (query.data === undefined || (online && !query.isError)) return null;
  return <p className="tnum text-caption text-text-3">{t('updatedAt', { time: formatClock(query.dataUpdatedAt) })}</p>;
}

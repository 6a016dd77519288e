import { useTranslations } from 'use-intl';
import { useTimeText } from './time-text.ts';
import { useNow } from './use-now.ts';
import { isLate } from './wait.ts';
import { useMomentText } from '../moments/moments.tsx';

/** How long somebody has waited, of what they were told. It stands out once it is longer. */
export function Waiting({ since, promisedMinutes }: { since: string; promisedMinutes: number }) {
  const momentText = useMomentText();
  const t = useTranslations('cashier');
  const nowMs = useNow();
  const timeText = useTimeText();
  const isOver = isLate(since, nowMs, promisedMinutes);
  return (
    <span className={isOver ? 'wait-long' : ''} style={{ whiteSpace: 'nowrap' }} title={momentText(since)}>
      {timeText(nowMs - Date.parse(since))}
      <span className="wait-promise" title={t('waited.promised')}>
        {' / '}
        {timeText(promisedMinutes * 60_000)}
      </span>
      {isOver && <span className="visually-hidden"> {t('waited.late')}</span>}
    </span>
  );
}

import { useEffect, useState } from 'react';
import { useTranslations } from 'use-intl';
import { isLate, waitOf } from './wait.ts';
import { useMomentText } from '../moments/moments.tsx';

const EVERY_MS = 15_000;

/** How long somebody has waited. It stands out once it is longer than they were told. */
export function Waiting({ since, promisedMinutes }: { since: string; promisedMinutes: number }) {
  const momentText = useMomentText();
  const t = useTranslations('cashier');
  const nowMs = useNow();
  const { days, hours, minutes } = waitOf(since, nowMs);
  const isOver = isLate(since, nowMs, promisedMinutes);
  return (
    <span className={isOver ? 'wait-long' : ''} style={{ whiteSpace: 'nowrap' }} title={momentText(since)}>
      {days > 0
        ? t('waited.days', { days, hours })
        : hours > 0
          ? t('waited.hours', { hours, minutes })
          : t('waited.minutes', { minutes })}
      {isOver && <span className="visually-hidden"> {t('waited.late')}</span>}
    </span>
  );
}

function useNow(): number {
  const [nowMs, setNow] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), EVERY_MS);
    return () => clearInterval(timer);
  }, []);
  return nowMs;
}

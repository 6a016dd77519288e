import { useEffect, useState } from 'react';
import { useTranslations } from 'use-intl';
import { useObservable } from '../../lib/observable.ts';
import { solver } from './solver.ts';

/** A shorter wait needs no words. */
const QUIET_MS = 800;

/** How far the device is with a puzzle that a form waits for. Empty while nothing waits. */
export function PuzzleNote() {
  const t = useTranslations('puzzle');
  const part = useObservable(solver.waiting);
  const [isLong, setIsLong] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setIsLong(true), QUIET_MS);
    return () => clearTimeout(timer);
  }, []);
  if (!isLong || part === null) return null;
  return (
    <p className="tnum mt-2 text-caption text-text-2">
      <span role="status">{t('working')}</span>
      <span aria-hidden="true"> · {t('part', { percent: Math.round(part * 100) })}</span>
    </p>
  );
}

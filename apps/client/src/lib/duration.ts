import { useTranslations } from 'use-intl';

/** 45 → 45 seconds, 60 → 1 minute, 90 → 90 seconds, 3600 → 1 hour: the largest unit that has no rest. One form on every screen. */
export function durationParts(seconds: number): { unit: 'seconds' | 'minutes' | 'hours'; count: number } {
  if (seconds > 0 && seconds % 3_600 === 0) return { unit: 'hours', count: seconds / 3_600 };
  if (seconds > 0 && seconds % 60 === 0) return { unit: 'minutes', count: seconds / 60 };
  return { unit: 'seconds', count: seconds };
}

/** "30 s", "1 min", "1 h" in the member's language. */
export function useDurationText(): (seconds: number) => string {
  const t = useTranslations('common.units');
  return (seconds) => {
    const { unit, count } = durationParts(seconds);
    return t(unit, { count });
  };
}

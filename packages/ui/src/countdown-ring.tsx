import { useEffect, useState } from 'react';
import type { CSSProperties } from 'react';
import { cx } from './cx.ts';

type CountdownRingProps = {
  /** Start and end on the same clock as `now`, in milliseconds. */
  startsAtMs: number;
  endsAtMs: number;
  /** The server's clock. */
  now: () => number;
  /** Diameter in rem. */
  size?: number;
  width?: number;
  /** The timer's name for screen readers. */
  label: string;
  onEnd?: () => void;
  digits?: boolean;
  className?: string;
};

const URGENT_MS = 10_000;

/**
 * The time that is left, as a ring and digits. The browser turns two half discs (transform only), so many rings cost
 * almost nothing. React renders once a second, for the digits. Their ink never
 * fades: near the end the colour says it, and a digit that is half gone cannot be read.
 */
export function CountdownRing(props: CountdownRingProps) {
  const { startsAtMs, endsAtMs, now, size = 3.5, width = 3, label, onEnd, digits = true, className } = props;
  const leftMs = useLeftMs(endsAtMs, now, onEnd);
  const totalMs = Math.max(1, endsAtMs - startsAtMs);
  const [elapsedMs] = useState(() => now() - startsAtMs);
  const urgent = leftMs <= URGENT_MS;
  const style = {
    width: `${size}rem`,
    height: `${size}rem`,
    '--ring-width': `${width}px`,
    '--ring-color': urgent ? 'var(--warn)' : 'var(--series)',
    '--ring-total': `${totalMs}ms`,
    '--ring-delay': `${-elapsedMs}ms`,
    '--ring-steps': String(Math.max(1, Math.round(totalMs / 1000))),
  } as CSSProperties;
  const seconds = Math.ceil(leftMs / 1000);
  return (
    <span
      role="timer"
      translate="no"
      aria-label={label}
      aria-live="off"
      style={style}
      className={cx('relative inline-flex shrink-0', className)}
    >
      <span
        aria-hidden="true"
        className="absolute inset-0 rounded-full border-surface-3"
        style={{ borderWidth: width }}
      />
      {leftMs > 0 && (
        <span aria-hidden="true" key={`${startsAtMs}-${endsAtMs}`}>
          <span className="ui-ring-half" data-half="right">
            <span />
          </span>
          <span className="ui-ring-half" data-half="left">
            <span />
          </span>
        </span>
      )}
      {digits && (
        <span className={cx('tnum m-auto font-bold', digitsClass(size), urgent && leftMs > 0 && 'text-warn')}>
          {clockOf(seconds)}
        </span>
      )}
    </span>
  );
}

/** The largest of the six sizes that fits into the ring. */
function digitsClass(size: number): string {
  if (size >= 7) return 'text-display';
  if (size >= 5.5) return 'text-title-1';
  if (size >= 4) return 'text-title-2';
  return size >= 3.25 ? 'text-body-s' : 'text-caption';
}

/** 75 → "1:15", 9 → "9". */
export function clockOf(seconds: number): string {
  if (seconds < 60) return String(seconds);
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}

function useLeftMs(endsAtMs: number, now: () => number, onEnd: (() => void) | undefined): number {
  const [leftMs, setLeftMs] = useState(() => Math.max(0, endsAtMs - now()));
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout>;
    const tick = () => {
      const left = Math.max(0, endsAtMs - now());
      setLeftMs(left);
      if (left === 0) onEnd?.();
      else timer = setTimeout(tick, left % 1000 || 1000);
    };
    tick();
    document.addEventListener('visibilitychange', tick);
    return () => {
      clearTimeout(timer);
      document.removeEventListener('visibilitychange', tick);
    };
  }, [endsAtMs, now, onEnd]);
  return leftMs;
}

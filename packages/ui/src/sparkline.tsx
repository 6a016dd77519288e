import { cx } from './cx.ts';
import type { Direction } from './price-text.tsx';

const COLOR: Record<Direction, string> = { up: 'text-up', down: 'text-down', flat: 'text-flat' };

/** The line is drawn in this box and stretched to the size that its class gives it. */
const WIDTH = 64;
const HEIGHT = 32;
const PAD = 2;

type SparklineProps = { points: readonly number[]; direction: Direction; className?: string };

/**
 * A small decorative line of recent prices; hidden from screen readers and in care mode. Size it by class. Nothing is
 * measured, and its colour follows the theme by itself: a list of them costs the first screen one layout, not one each.
 */
export function Sparkline({ points, direction, className }: SparklineProps) {
  const line = linePath(points);
  return (
    <svg
      aria-hidden="true"
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      preserveAspectRatio="none"
      className={cx('h-8 w-16 [[data-care=on]_&]:hidden', COLOR[direction], className)}
    >
      {line !== '' && (
        <>
          <path d={`${line}L${WIDTH} ${HEIGHT}L0 ${HEIGHT}Z`} fill="currentColor" fillOpacity={0.12} />
          <path
            d={line}
            fill="none"
            stroke="currentColor"
            strokeWidth={1.5}
            strokeLinejoin="round"
            vectorEffect="non-scaling-stroke"
          />
        </>
      )}
    </svg>
  );
}

/** Empty for fewer than two points. */
function linePath(points: readonly number[]): string {
  if (points.length < 2) return '';
  const low = Math.min(...points);
  const span = Math.max(...points) - low || 1;
  return points
    .map((value, index) => {
      const x = (index / (points.length - 1)) * WIDTH;
      const y = HEIGHT - PAD - ((value - low) / span) * (HEIGHT - PAD * 2);
      return `${index === 0 ? 'M' : 'L'}${x.toFixed(1)} ${y.toFixed(1)}`;
    })
    .join('');
}

import type { FigureRow } from './figure-rows.ts';

const STEP = 8;
const GAP = 2;
/** What is there at all can be seen. */
const SMALLEST = 2;

type DayBarsProps = {
  readonly bars: FigureRow['bars'];
  /** What the picture says, in words. */
  readonly label: string;
  readonly height: number;
  readonly textOf: (bar: FigureRow['bars'][number]) => string;
};

/** A bar for each day, today's in the colour of what is chosen. Below zero they hang. */
export function DayBars({ bars, label, height, textOf }: DayBarsProps) {
  const [up, down] = [bars.some((bar) => bar.height > 0), bars.some((bar) => bar.height < 0)];
  const floor = up && down ? height / 2 : down ? 0.5 : height - 0.5;
  const room = up && down ? height / 2 - 1 : height - 1;
  const width = bars.length * STEP;
  return (
    <svg
      viewBox={`0 0 ${width} ${height}`}
      preserveAspectRatio="none"
      role="img"
      aria-label={label}
      className="day-bars"
      style={{ height }}
    >
      <line x1={0} x2={width} y1={floor} y2={floor} className="day-bars-floor" />
      {bars.map((bar, index) => {
        const size = bar.height === 0 ? 0 : Math.max(SMALLEST, Math.abs(bar.height) * room);
        return (
          <g key={bar.date}>
            <title>{textOf(bar)}</title>
            <rect x={index * STEP} y={0} width={STEP} height={height} fill="transparent" />
            <rect
              x={index * STEP + GAP / 2}
              y={bar.height < 0 ? floor : floor - size}
              width={STEP - GAP}
              height={size}
              className="day-bars-bar"
              data-today={index === bars.length - 1 || undefined}
              data-below={bar.height < 0 || undefined}
            />
          </g>
        );
      })}
    </svg>
  );
}

import { useTranslations } from 'use-intl';
import { formatMoney } from '@candor/domain/money';
import { useSiteCurrency } from '../../services/operator/operator.tsx';
import { useMoneyText } from '../../services/queue/amount.tsx';
import type { DueBar } from './liability-bars.ts';

const WIDTH = 960;
const HEIGHT = 180;
const TOP = 24;
const FOOT = 24;
const GAP = 4;

/** Bars of what is due. The table below it says the same in words and figures. */
export function DueChart({ bars }: { bars: readonly DueBar[] }) {
  const t = useTranslations('invest');
  const currency = useSiteCurrency();
  const moneyText = useMoneyText();
  const textOf = ({ total }: DueBar) => moneyText(formatMoney(total, currency));
  const highest = bars.reduce<DueBar | undefined>(
    (top, bar) => (bar.total > (top?.total ?? 0n) ? bar : top),
    undefined,
  );
  const [first, last] = [bars[0], bars.at(-1)];
  if (first === undefined || last === undefined) return null;
  const step = WIDTH / bars.length;
  const room = HEIGHT - TOP - FOOT;
  const floor = HEIGHT - FOOT;
  const summary =
    highest === undefined
      ? t('chartEmpty', { from: first.from, to: last.to })
      : t('chartText', { from: first.from, to: last.to, date: rangeOf(highest), amount: textOf(highest) });
  return (
    <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} role="img" aria-label={summary} className="due-chart">
      <line x1={0} x2={WIDTH} y1={floor} y2={floor} className="due-chart-floor" />
      {bars.map((bar, index) => {
        // What is there at all can be seen.
        const height = bar.total === 0n ? 0 : Math.max(2, bar.height * room);
        return (
          <g key={bar.from}>
            <title>{`${rangeOf(bar)}: ${textOf(bar)}`}</title>
            <rect x={index * step} y={TOP} width={step} height={room} fill="transparent" />
            <rect
              x={index * step + GAP / 2}
              y={floor - height}
              width={step - GAP}
              height={height}
              rx={2}
              className="due-chart-bar"
            />
          </g>
        );
      })}
      {highest !== undefined && (
        <text {...labelAt(bars.indexOf(highest), bars.length)} y={TOP - 8 + (1 - highest.height) * room}>
          {textOf(highest)}
        </text>
      )}
      <text x={0} y={HEIGHT - 6}>
        {first.from}
      </text>
      <text x={WIDTH} y={HEIGHT - 6} textAnchor="end">
        {last.to}
      </text>
    </svg>
  );
}

function rangeOf({ from, to }: DueBar): string {
  return from === to ? from : `${from} – ${to}`;
}

/** Over the middle of its bar, but never out of the picture. */
function labelAt(index: number, count: number): { x: number; textAnchor: 'start' | 'middle' | 'end' } {
  const middle = ((index + 0.5) / count) * WIDTH;
  if (middle < 80) return { x: 0, textAnchor: 'start' };
  return middle > WIDTH - 80 ? { x: WIDTH, textAnchor: 'end' } : { x: middle, textAnchor: 'middle' };
}

import { useTranslations } from 'use-intl';

/** Open, close, low and high of a few made-up candles, in drawing units from the top. */
const CANDLES = [
  { open: 60, close: 48, low: 66, high: 40 },
  { open: 48, close: 54, low: 60, high: 44 },
  { open: 54, close: 34, low: 58, high: 28 },
  { open: 34, close: 42, low: 48, high: 30 },
  { open: 42, close: 38, low: 50, high: 32 },
  { open: 38, close: 20, low: 42, high: 14 },
  { open: 20, close: 30, low: 36, high: 16 },
  { open: 30, close: 24, low: 34, high: 18 },
] as const;

/** Shows how the chosen colours look on a chart, with the words for rise and fall. */
export function CandlePreview({ hollowUp }: { hollowUp: boolean }) {
  const t = useTranslations('account.display');
  return (
    <figure className="flex items-center gap-6 rounded-small bg-surface-2 px-5 py-4">
      <svg aria-hidden="true" viewBox="0 0 128 80" className="h-20 min-w-0 flex-1">
        {CANDLES.map((candle, index) => {
          const up = candle.close < candle.open;
          const x = 8 + index * 16;
          const top = Math.min(candle.open, candle.close);
          return (
            <g key={x} className={up ? 'text-up' : 'text-down'} stroke="currentColor" strokeWidth={1.5}>
              <line x1={x} x2={x} y1={candle.high} y2={top} />
              <line x1={x} x2={x} y1={Math.max(candle.open, candle.close)} y2={candle.low} />
              <rect
                x={x - 4}
                y={top}
                width={8}
                height={Math.abs(candle.close - candle.open)}
                fill={up && hollowUp ? 'none' : 'currentColor'}
              />
            </g>
          );
        })}
      </svg>
      <figcaption className="tnum flex shrink-0 flex-col gap-2 text-body-s font-semibold">
        <span className="text-up">▲ {t('rise')} +1.24%</span>
        <span className="text-down">▼ {t('fall')} −1.24%</span>
      </figcaption>
    </figure>
  );
}

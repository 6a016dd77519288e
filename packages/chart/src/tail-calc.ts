/*
 * An indicator after one more price. The chart library computes all bars again for each price. Five thousand small
 * objects per indicator, ten times a second, make a slow phone stutter. Only the last bar has changed, so we run the
 * same formula on the last bars alone, as many as it remembers.
 */

import type { Indicator, IndicatorCalcCallback } from 'klinecharts';
import type { IndicatorName } from './indicators.ts';

/** Formulas over a window: the longest of them (CR) looks back 111 bars. */
const WINDOW_BARS = 128;
/** Formulas with fading memory: after this many bars the slowest of them (RSI over 24) is the same to 11 digits. */
const FADING_BARS = 640;

/** How many bars the last figures depend on. Not listed: all bars (running totals, and SAR's turns). */
const MEMORY_BARS: Partial<Record<IndicatorName, number>> = {
  MA: WINDOW_BARS,
  BOLL: WINDOW_BARS,
  BBI: WINDOW_BARS,
  VOL: WINDOW_BARS,
  WR: WINDOW_BARS,
  CCI: WINDOW_BARS,
  BIAS: WINDOW_BARS,
  ROC: WINDOW_BARS,
  MTM: WINDOW_BARS,
  DMA: WINDOW_BARS,
  AO: WINDOW_BARS,
  CR: WINDOW_BARS,
  BRAR: WINDOW_BARS,
  PSY: WINDOW_BARS,
  VR: WINDOW_BARS,
  EMV: WINDOW_BARS,
  EMA: FADING_BARS,
  SMA: FADING_BARS,
  MACD: FADING_BARS,
  KDJ: FADING_BARS,
  RSI: FADING_BARS,
  DMI: FADING_BARS,
  TRIX: FADING_BARS,
};

type Calc = IndicatorCalcCallback<unknown, unknown, unknown>;
type Bars = Parameters<Calc>[0];
type Known = { bars: Bars; calcParams: Indicator['calcParams']; figures: unknown[] };

/**
 * The same formula for one drawn indicator. It is fast if its last answer is still right for all bars but the last. It
 * relies on the library keeping one list, in which a live price replaces the last bar or adds one.
 */
export function tailCalc(name: IndicatorName, calc: Calc): Calc {
  const memory = MEMORY_BARS[name];
  if (memory === undefined) return calc;
  let known: Known | null = null;
  return (bars, indicator) => {
    const { calcParams } = indicator;
    if (known !== null && known.bars === bars && known.calcParams === calcParams) {
      const changedFrom = known.figures.length - 1;
      const tailFrom = changedFrom - memory;
      const tail = tailFrom > 0 && bars.length > changedFrom ? calc(bars.slice(tailFrom), indicator) : null;
      if (Array.isArray(tail)) {
        known.figures.splice(changedFrom, 1, ...tail.slice(memory));
        return known.figures;
      }
    }
    const figures = calc(bars, indicator);
    known = Array.isArray(figures) ? { bars, calcParams, figures } : null;
    return figures;
  };
}

/* The look of the chart from the page's tokens. Imports only types from the library, so this file does not load it. */

import type { DeepPartial, Styles } from 'klinecharts';
import { farthest, withAlpha } from './chart-palette.ts';
import type { Palette } from './chart-palette.ts';

export type ChartLook = {
  palette: Palette;
  /** Candles, or a line of closes. */
  kind: 'candle' | 'line';
  /** Rising candles are drawn hollow. */
  hollowUp: boolean;
};

/** The width that the averages' figures need on two lines, in em. With less space they would cover the candles. */
const LEGEND_WIDTH_EM = 21;

/**
 * The library writes the last price in one colour, whichever way it moves. Where up and down need two, the tag has the
 * colours of text, which the page's own ground stands out from both. A price that did not move has whichever grey the letters
 * stand out from.
 */
export function lastTag({ up, down, upFill, downFill, onUp, onDown, onAccent, surface, text }: Palette) {
  const tag =
    onUp === onDown
      ? { upColor: upFill, downColor: downFill, color: onUp }
      : { upColor: up, downColor: down, color: onAccent };
  return { ...tag, noChangeColor: farthest(tag.color, surface, text) };
}

/** `widthPx` is the width of the chart. */
export function stylesOf({ palette, kind, hollowUp }: ChartLook, widthPx: number): DeepPartial<Styles> {
  const { up, down, flat, line, text, accent, font: family, textSizePx: size } = palette;
  const tag = lastTag(palette);
  const direction = { upColor: up, downColor: down, noChangeColor: flat };
  const caption = { size, family, weight: 'normal', color: text };
  const axis = {
    axisLine: { show: false },
    tickLine: { show: false },
    tickText: { ...caption },
  };
  return {
    grid: { horizontal: { color: withAlpha(line, 0.7), style: 'solid' }, vertical: { show: false } },
    candle: {
      type: kind === 'line' ? 'area' : hollowUp ? 'candle_up_stroke' : 'candle_solid',
      bar: {
        ...direction,
        upBorderColor: up,
        downBorderColor: down,
        noChangeBorderColor: flat,
        upWickColor: up,
        downWickColor: down,
        noChangeWickColor: flat,
      },
      area: {
        lineSize: 2,
        lineColor: accent,
        backgroundColor: [
          { offset: 0, color: withAlpha(accent, 0.02) },
          { offset: 1, color: withAlpha(accent, 0.24) },
        ],
        point: { color: accent, radius: 3, animation: false, rippleColor: withAlpha(accent, 0.25), rippleRadius: 7 },
      },
      priceMark: {
        // Drawn by extreme-marks.ts, on a ground that no line crosses.
        high: { show: false },
        low: { show: false },
        last: {
          upColor: tag.upColor,
          downColor: tag.downColor,
          noChangeColor: tag.noChangeColor,
          line: { dashedValue: [3, 3] },
          text: {
            color: tag.color,
            size,
            family,
            weight: 600,
            paddingLeft: 4,
            paddingRight: 4,
            paddingTop: 3,
            paddingBottom: 3,
            borderRadius: 3,
          },
        },
      },
      // The card over the chart shows the bar as real text.
      tooltip: { showRule: 'none' },
    },
    indicator: {
      ohlc: direction,
      bars: [{ upColor: withAlpha(up, 0.55), downColor: withAlpha(down, 0.55), noChangeColor: withAlpha(flat, 0.55) }],
      tooltip: {
        showRule: widthPx < LEGEND_WIDTH_EM * size ? 'none' : 'always',
        title: { ...caption, show: false },
        legend: { ...caption, marginLeft: 0, marginRight: 8, marginTop: 4, defaultValue: '--' },
      },
    },
    xAxis: axis,
    yAxis: axis,
    separator: { color: line, size: 1, activeBackgroundColor: withAlpha(line, 0.5) },
    crosshair: {
      horizontal: { line: { color: text }, text: crosshairTag(palette) },
      vertical: { line: { color: text }, text: crosshairTag(palette) },
    },
  };
}

function crosshairTag({ surface, textStrong, font, textSizePx }: Palette) {
  return {
    color: textStrong,
    backgroundColor: surface,
    borderColor: surface,
    size: textSizePx,
    family: font,
    borderRadius: 3,
  };
}

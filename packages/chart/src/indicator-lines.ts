/*
 * The lines of an indicator: one hue each, so that six lines of two indicators are told apart, and shades of it for its
 * own lines. Over the bars no two indicators share a hue. Pure.
 */

import type { DeepPartial, IndicatorStyle } from 'klinecharts';
import { mixed } from './chart-palette.ts';
import type { Hue, Palette } from './chart-palette.ts';
import { INDICATORS, paneOf } from './indicators.ts';
import type { IndicatorName } from './indicators.ts';

const OVER_THE_BARS: Partial<Record<IndicatorName, Hue>> = {
  MA: 'amber',
  EMA: 'violet',
  BOLL: 'blue',
  SAR: 'slate',
  SMA: 'rose',
  BBI: 'teal',
  AVP: 'slate',
};

/** Panes below the bars have each its own; neighbours differ. */
const BELOW: readonly Hue[] = ['blue', 'amber', 'violet', 'teal', 'rose'];

/** How far a line is on the way from its hue to the colour of texts or, below zero, to the ground; and whether it is dashed. */
type Stroke = { share: number; dashed: boolean };
/**
 * First line first. No two have one colour: a legend shows no dashes. Nearer to either end than this, all hues look alike.
 */
const STROKES: readonly Stroke[] = [
  { share: 0, dashed: false },
  { share: 0.55, dashed: false },
  { share: -0.25, dashed: true },
  { share: 0.3, dashed: true },
  { share: 0.8, dashed: false },
];
/** The two edges of a band never cross: they are one colour, and the middle is dashed. */
const BAND: readonly Stroke[] = [
  { share: 0, dashed: false },
  { share: 0.55, dashed: true },
  { share: 0, dashed: false },
];

/** In units of the price itself, so with its decimals. The others are percentages and their like. */
const IN_PRICE: ReadonlySet<IndicatorName> = new Set([
  'MA',
  'EMA',
  'BOLL',
  'SAR',
  'SMA',
  'BBI',
  'AVP',
  'MTM',
  'AO',
  'DMA',
]);
const IN_PRICE_FINER: ReadonlySet<IndicatorName> = new Set(['MACD']);
/** A price with so few decimals is large, and so is its indicator. */
const COARSE_DECIMALS = 2;
const DECIMALS_MAX = 8;

export function hueOf(name: IndicatorName): Hue {
  const below = INDICATORS.filter((each) => paneOf(each) === 'sub');
  return OVER_THE_BARS[name] ?? BELOW[below.indexOf(name) % BELOW.length] ?? 'blue';
}

export function lineStyles(name: IndicatorName, palette: Palette): DeepPartial<IndicatorStyle> {
  const lines = (name === 'BOLL' ? BAND : STROKES).map(({ share, dashed }) => ({
    color: mixed(palette.hues[hueOf(name)], share < 0 ? palette.ground : palette.textStrong, Math.abs(share)),
    size: 1,
    style: dashed ? ('dashed' as const) : ('solid' as const),
    smooth: false,
    dashedValue: [4, 3],
  }));
  return { lines };
}

/** The decimals of an indicator's figures. */
export function decimalsOf(name: IndicatorName, priceDecimals: number): number {
  if (IN_PRICE.has(name)) return priceDecimals;
  if (IN_PRICE_FINER.has(name))
    return priceDecimals <= COARSE_DECIMALS ? COARSE_DECIMALS : Math.min(DECIMALS_MAX, priceDecimals + 1);
  return 2;
}

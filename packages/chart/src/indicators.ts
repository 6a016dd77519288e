/* The indicators that a member may choose: where each is drawn, what bar data it needs, and their order in the list. */

import { keysOf } from '@candor/ui/keys-of';

type Needs = 'price' | 'volume' | 'turnover';
/** `pane`: over the bars, or in its own pane below them. `common`: offered before "more". */
type Trait = { pane: 'main' | 'sub'; needs: Needs; common: boolean };

function main(common: boolean, needs: Needs = 'price'): Trait {
  return { pane: 'main', needs, common };
}

function sub(common: boolean, needs: Needs = 'price'): Trait {
  return { pane: 'sub', needs, common };
}

const TRAITS = {
  MA: main(true),
  EMA: main(true),
  BOLL: main(true),
  SAR: main(true),
  SMA: main(false),
  BBI: main(false),
  AVP: main(false, 'turnover'),
  VOL: sub(true, 'volume'),
  MACD: sub(true),
  KDJ: sub(true),
  RSI: sub(true),
  WR: sub(false),
  CCI: sub(false),
  DMI: sub(false),
  BIAS: sub(false),
  ROC: sub(false),
  MTM: sub(false),
  TRIX: sub(false),
  DMA: sub(false),
  AO: sub(false),
  CR: sub(false),
  BRAR: sub(false),
  PSY: sub(false),
  OBV: sub(false, 'volume'),
  PVT: sub(false, 'volume'),
  VR: sub(false, 'volume'),
  EMV: sub(false, 'volume'),
} satisfies Record<string, Trait>;

export type IndicatorName = keyof typeof TRAITS;

/** How often each one was chosen on this device. */
export type IndicatorUses = Readonly<Partial<Record<IndicatorName, number>>>;

export const INDICATORS = keysOf(TRAITS);
/** The maximum number of panes below the bars: more would leave too little space for the bars. */
export const SUB_PANES_MAX = { phone: 3, wide: 6 };

export function isIndicator(name: unknown): name is IndicatorName {
  return INDICATORS.some((known) => known === name);
}

export function paneOf(name: IndicatorName): 'main' | 'sub' {
  return TRAITS[name].pane;
}

/** The data that an indicator needs and these bars lack; null if it can be drawn. No source reports a turnover. */
export function missingFor(name: IndicatorName, volumeKnown: boolean): 'volume' | 'turnover' | null {
  const { needs }: Trait = TRAITS[name];
  if (needs === 'turnover') return 'turnover';
  return needs === 'volume' && !volumeKnown ? 'volume' : null;
}

/** Turns one on or off. The order is kept: it is the order of the panes. With too many panes, the oldest one goes. */
export function toggled(
  chosen: readonly IndicatorName[],
  name: IndicatorName,
  subPanesMax: number,
): readonly IndicatorName[] {
  if (chosen.includes(name)) return chosen.filter((each) => each !== name);
  return shownOf([...chosen, name], subPanesMax);
}

/** The choices that have space: all those over the bars, and the newest of those with their own pane. */
export function shownOf(chosen: readonly IndicatorName[], subPanesMax: number): readonly IndicatorName[] {
  const subs = chosen.filter((each) => paneOf(each) === 'sub');
  const dropped = new Set(subs.slice(0, Math.max(0, subs.length - subPanesMax)));
  return chosen.filter((each) => !dropped.has(each));
}

/** One pane's choices. `first`: the common ones and those used here, most used first. `more`: the rest. */
export function offered(
  pane: 'main' | 'sub',
  uses: IndicatorUses,
): { first: readonly IndicatorName[]; more: readonly IndicatorName[] } {
  const usesOf = (name: IndicatorName) => uses[name] ?? 0;
  const all = INDICATORS.filter((name) => TRAITS[name].pane === pane);
  const isFirst = (name: IndicatorName) => TRAITS[name].common || usesOf(name) > 0;
  return {
    first: all.filter(isFirst).toSorted((a, b) => usesOf(b) - usesOf(a)),
    more: all.filter((name) => !isFirst(name)),
  };
}

/** The best strategy of one duration, and whether it beats the rate. */
import { RATE_SCALE } from '@candor/domain/money';
import { breakEvenRate, durationTerms, type Terms } from '@candor/domain/trading/terms';
import { type Play, playAll, type Watched } from './play.ts';
import { type WinRate, winRate } from './win-rate.ts';

export interface Judged {
  readonly name: string;
  readonly tried: number;
  readonly win: WinRate;
  readonly ties: number;
  readonly oneByOne: number;
  readonly breakEven: number;
  /** pays: more than chance explains. chance: it may or may not. not: the whole interval is below. */
  readonly verdict: 'pays' | 'chance' | 'not';
}

/** The strategy whose interval begins highest. Markets are taken together: their blocks of time are independent enough. */
export function bestOf(together: readonly [Watched, ...Watched[]], play: Play): Judged | null {
  const [{ market }] = together;
  const all = together.map((watched) => playAll(watched, play));
  const strategies = [...together[0].said.keys()];
  const breakEven = breakEvenOf(market.terms, play.durationSec);
  const judged = strategies.map(({ name }, index): Judged => {
    const played = all.flatMap((each) => each[index] ?? []);
    const blocks = played.flatMap((each) => each.blocks);
    const win = winRate(blocks, play.durationSec + play.delaySec, strategies.length);
    const sum = (of: (each: (typeof played)[number]) => number): number =>
      played.reduce((total, each) => total + of(each), 0);
    return {
      name,
      tried: strategies.length,
      win,
      ties: sum(({ ties }) => ties),
      oneByOne: sum(({ oneByOne }) => oneByOne),
      breakEven,
      verdict: verdictOf(win, breakEven),
    };
  });
  return judged.filter(({ win }) => win.decided > 0).toSorted((a, b) => b.win.low - a.win.low)[0] ?? null;
}

export function verdictOf({ low, high }: Pick<WinRate, 'low' | 'high'>, breakEven: number): Judged['verdict'] {
  if (low > breakEven) return 'pays';
  return high < breakEven ? 'not' : 'chance';
}

function breakEvenOf(terms: Terms, durationSec: number): number {
  const offer = durationTerms(terms, durationSec);
  if (offer === null) throw new Error(`${terms.product} does not offer ${durationSec} s`);
  return Number(breakEvenRate(terms.feeRate, offer.payoutRate)) / Number(RATE_SCALE);
}

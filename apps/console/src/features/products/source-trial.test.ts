import type { SourceTrialResult } from '@candor/contract/console-source-trials';
import { expect, test } from 'vitest';
import { untriedOf } from './source-trial.ts';

function answer(outcome: SourceTrialResult['outcome']): SourceTrialResult {
  return { outcome, price: null, ageMs: null, decimals: null, trades: 0, seconds: 6 };
}

test.each<[string, Parameters<typeof untriedOf>, string[]]>([
  ['a new one', [{}, { binance: 'AAA' }, {}], ['binance']],
  ['one that stays', [{ binance: 'AAA' }, { binance: 'AAA' }, {}], []],
  ['one that goes', [{ binance: 'AAA' }, {}, {}], []],
  ['another symbol', [{ okx: 'A-B' }, { okx: 'A-C' }, { 'okx A-B': answer('PRICED') }], ['okx']],
  ['one with a price', [{}, { okx: 'A-B' }, { 'okx A-B': answer('PRICED') }], []],
  ['a quiet one', [{}, { okx: 'A-B' }, { 'okx A-B': answer('QUIET') }], []],
  ['one that is not known', [{}, { okx: 'A-B' }, { 'okx A-B': answer('UNKNOWN') }], ['okx']],
  ['one out of reach', [{}, { kraken: 'A/B' }, { 'kraken A/B': answer('UNREACHABLE') }], ['kraken']],
])('%s', (_, given, expected) => {
  expect(untriedOf(...given)).toEqual(expected);
});

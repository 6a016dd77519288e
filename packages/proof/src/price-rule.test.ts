import { describe, expect, it } from 'vitest';
import { followsRule, isPause } from './price-rule.ts';
import type { JudgedTick } from './price-rule.ts';
import type { SourceReport } from './source-reports.ts';

const AT = Date.parse('2026-11-27T10:00:00.000Z');
const RULE = { freshMs: 5000, minSources: 2, nearPpm: 5000 };
const OK: JudgedTick = { at: AT, price: '100.01', status: 'OK', feed: 'live' };

function report(price: string, verdict = 'used', ageMs = 0): SourceReport {
  return { source: 'x', price, receivedAt: new Date(AT - ageMs).toISOString(), verdict };
}

const THREE = [report('100.00'), report('100.01'), report('100.02')];

describe('what the rule gives holds', () => {
  it.each<[string, JudgedTick, SourceReport[]]>([
    ['three that agree', OK, THREE],
    ['one that is stale', OK, [...THREE, report('90.00', 'stale', 5001)]],
    ['one that is just not stale', OK, [report('100.00', 'used', 5000), report('100.01'), report('100.02')]],
    ['one that reports nothing', OK, [...THREE, report('0.00', 'outlier')]],
    ['one that is far', OK, [...THREE, report('101.00', 'outlier')]],
    ['too few that are fresh', { ...OK, price: '99.00', status: 'STALE' }, [report('100.00', 'unused')]],
    ['nobody', { ...OK, status: 'DEAD' }, []],
    ['two that disagree', { ...OK, status: 'DISAGREE' }, [report('100.00', 'outlier'), report('102.00', 'outlier')]],
    ['the simulator, which is one source', { ...OK, price: '100.00', feed: 'simulated' }, [report('100.00')]],
    ['a closed market, whatever is reported', { ...OK, status: 'CLOSED' }, THREE],
  ])('%s', (_, tick, reports) => {
    expect(followsRule(tick, reports, RULE)).toBe(true);
  });
});

describe('a tick that was chosen does not', () => {
  it.each<[string, JudgedTick, SourceReport[]]>([
    [
      'void at the close, though three agree',
      { ...OK, status: 'STALE' },
      THREE.map((each) => ({ ...each, verdict: 'unused' })),
    ],
    [
      'said to disagree, though three agree',
      { ...OK, status: 'DISAGREE' },
      THREE.map((each) => ({ ...each, verdict: 'outlier' })),
    ],
    ['said to be dead, though one reports', { ...OK, status: 'DEAD' }, [report('100.00', 'unused')]],
    [
      'the highest of three, the others called outliers',
      { ...OK, price: '100.02' },
      [report('100.00', 'outlier'), report('100.01', 'outlier'), report('100.02')],
    ],
    [
      'one left out as stale that is fresh',
      { ...OK, price: '100.02' },
      [report('100.00', 'stale', 4999), report('100.01'), report('100.02')],
    ],
    ['made from one that is stale', OK, [report('100.00', 'used', 5001), report('100.01'), report('100.02')]],
    [
      'called not valid because somebody reports nothing',
      { ...OK, status: 'STALE' },
      [...THREE.map((each) => ({ ...each, verdict: 'unused' })), report('0.00', 'unused')],
    ],
    ['made from one source alone', { ...OK, price: '100.00' }, [report('100.00')]],
    ['another price than the middle', { ...OK, price: '100.02' }, THREE],
  ])('%s', (_, tick, reports) => {
    expect(followsRule(tick, reports, RULE)).toBe(false);
  });
});

describe('a market that is called closed', () => {
  const closed = { at: AT, status: 'CLOSED' };

  it.each([
    ['goes on a second later', 1000, false],
    ['goes on in less than a minute', 59_000, false],
    ['goes on after a minute', 60_000, true],
  ])('%s', (_, ms, expected) => {
    expect(isPause(closed, { at: AT + ms })).toBe(expected);
  });

  it('may be the last that is known', () => {
    expect(isPause(closed, undefined)).toBe(true);
  });

  it('is no other status', () => {
    expect(isPause({ ...closed, status: 'STALE' }, { at: AT + 1000 })).toBe(true);
  });
});

import { currency } from '@candor/domain/money';
import { describe, expect, it, test } from 'vitest';
import { localOfMoment, momentOfLocal } from '../../lib/local-moment.ts';
import { percentOfRate, rateOfPercent } from '../../lib/percent.ts';
import { draftField, draftOf, draftProblems, readDraft } from './project-draft.ts';
import type { ProjectDraft } from './project-draft.ts';

const SITE = { timeZone: 'Asia/Shanghai', currency: currency('CNY', 2) };
const PLACE = { projectId: null, base: 0 };
const DRAFT: ProjectDraft = {
  ...draftOf(null, SITE.timeZone),
  'zh-Hans': '稳盈',
  'zh-Hant': '穩盈',
  en: 'Steady',
  termDays: '30',
  annualRate: '3.65',
  min: '100',
  max: '1000',
  size: '50000.00',
  hasEarly: true,
  lockDays: '7',
  earlyRate: '1',
  opensAt: '2026-12-01T09:30',
  reason: 'a new offer',
};

function problemsOf(changes: Partial<ProjectDraft>): object {
  return draftProblems({ ...DRAFT, ...changes }, PLACE, SITE);
}

it('a draft becomes the body of the contract and the terms of the domain', () => {
  const read = readDraft(DRAFT, { projectId: '018f3c1e-7b5a-7000-8000-000000000001', base: 3 }, SITE);
  expect(read).toMatchObject({
    body: {
      projectId: '018f3c1e-7b5a-7000-8000-000000000001',
      base: 3,
      terms: {
        annualRate: '0.0365',
        early: { lockDays: 7, annualRate: '0.0100' },
        opensAt: '2026-12-01T01:30:00.000Z',
        size: '50000.00',
      },
    },
    terms: { annualRate: 365n, size: 5_000_000n, early: { lockDays: 7, annualRate: 100n }, closesAtMs: null },
  });
});

it('terms that are shown in the form are the same terms when it is sent', () => {
  const read = readDraft(DRAFT, PLACE, SITE);
  if (!('body' in read)) throw new Error('the draft was refused');
  const { opensAt, closesAt, ...rest } = read.body.terms;
  const shown = draftOf({ ...rest, opensAt: opensAt ?? null, closesAt: closesAt ?? null }, SITE.timeZone);
  expect(readDraft({ ...shown, reason: DRAFT.reason }, PLACE, SITE)).toEqual(read);
});

describe('what does not fit stands at its field', () => {
  it.each<[Partial<ProjectDraft>, object]>([
    [
      { en: '', reason: ' ' },
      { en: 'FIELD_REQUIRED', reason: 'REASON_REQUIRED' },
    ],
    [
      { size: '1', reason: '' },
      { size: 'size', reason: 'REASON_REQUIRED' },
    ],
    [{ termDays: 'a month' }, { termDays: 'FIELD_INVALID' }],
    [{ termDays: '' }, { termDays: 'FIELD_INVALID' }],
    [{ annualRate: '3.655' }, { annualRate: 'FIELD_INVALID' }],
    [{ min: '0' }, { min: 'AMOUNT_INVALID' }],
    [{ min: '100.001' }, { min: 'AMOUNT_AMBIGUOUS' }],
    [{ min: '0.001' }, { min: 'AMOUNT_TOO_PRECISE' }],
    [{ max: '1e3' }, { max: 'AMOUNT_EXPONENT' }],
    [{ min: '1000.01' }, { max: 'max' }],
    [{ size: '999.99' }, { size: 'size' }],
    [{ lockDays: '30' }, { lockDays: 'early' }],
    [{ earlyRate: '3.66' }, { earlyRate: 'earlyRate' }],
    [{ closesAt: '2026-12-01T09:30' }, { closesAt: 'closesAt' }],
    [{ termDays: '3650', annualRate: '100', hasEarly: false }, { annualRate: 'annualRate' }],
  ])('%o', (changes, problems) => {
    expect(problemsOf(changes)).toEqual(problems);
  });

  it('nothing is wrong with the draft itself', () => {
    expect(problemsOf({})).toEqual({});
    expect(problemsOf({ hasEarly: false, lockDays: 'x', earlyRate: '' })).toEqual({});
  });

  it('a problem that the server names finds its field', () => {
    expect(
      ['terms.early.annualRate', 'terms.early', 'terms.names.en', 'terms.min', 'reason', 'body'].map(draftField),
    ).toEqual(['earlyRate', 'lockDays', 'en', 'min', 'reason', null]);
  });
});

test('percent and rate', () => {
  expect(['3.5', '3,5', '３．５ ％', '.5', '3.65', '0', '100', ' 0.01 '].map(rateOfPercent)).toEqual([
    '0.0350',
    '0.0350',
    '0.0350',
    '0.0050',
    '0.0365',
    '0.0000',
    '1.0000',
    '0.0001',
  ]);
  expect(['', '-1', '3.500', '0.001', '1e2', '1000'].map(rateOfPercent)).toEqual([null, null, null, null, null, null]);
  expect(['0.0350', '0.0365', '0.0000', '1.0000', '0.0001', '0.1000'].map(percentOfRate)).toEqual([
    '3.5',
    '3.65',
    '0',
    '100',
    '0.01',
    '10',
  ]);
});

test('the clock of the form is the site’s, in summer and winter', () => {
  for (const [local, moment] of [
    ['2026-07-01T00:15', '2026-06-30T22:15:00.000Z'],
    ['2026-12-31T23:59', '2026-12-31T22:59:00.000Z'],
  ] as const) {
    expect(momentOfLocal(local, 'Europe/Berlin')).toBe(moment);
    expect(localOfMoment(moment, 'Europe/Berlin')).toBe(local);
  }
  expect(momentOfLocal('', 'Europe/Berlin')).toBeUndefined();
  expect(localOfMoment(null, 'Europe/Berlin')).toBe('');
});

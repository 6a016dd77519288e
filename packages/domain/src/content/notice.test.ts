import { describe, expect, it, test } from 'vitest';
import { checkNotice, maintenanceOf, phaseOf } from './notice.ts';
import type { MaintenanceWindow, NoticeDraft } from './notice.ts';

const NOW = 1_000_000_000;
const HOUR = 3_600_000;

const DRAFT: NoticeDraft = { category: 'system', fromMs: NOW, untilMs: null, maintenance: null };
const WINDOW: MaintenanceWindow = { startsAtMs: NOW + HOUR, endsAtMs: NOW + 2 * HOUR, areas: ['trade'] };
const BEFORE = { version: 3, withdrawn: false, fromMs: NOW - HOUR };

describe('the next version', () => {
  it('of a new notice is published at its moment, and now if that has passed', () => {
    const from = (fromMs: number | null) => checkNotice({ ...DRAFT, fromMs }, 0, undefined, NOW);
    expect(from(NOW + 9)).toMatchObject({ ok: true, value: { fromMs: NOW + 9 } });
    expect(from(NOW - 9)).toMatchObject({ ok: true, value: { fromMs: NOW } });
    expect(from(null)).toMatchObject({ ok: true, value: { fromMs: null } });
  });

  it('of a published one keeps the moment it was published', () => {
    expect(checkNotice({ ...DRAFT, fromMs: NOW + HOUR }, 3, BEFORE, NOW)).toMatchObject({
      value: { fromMs: BEFORE.fromMs },
    });
    expect(checkNotice({ ...DRAFT, fromMs: null }, 3, BEFORE, NOW)).toMatchObject({ value: { fromMs: BEFORE.fromMs } });
  });

  it.each([
    ['NOTICE_WITHDRAWN', DRAFT, 3, { ...BEFORE, withdrawn: true }],
    ['NOTICE_CHANGED', DRAFT, 2, BEFORE],
    ['NOTICE_CHANGED', DRAFT, 1, undefined],
    ['NOTICE_UNTIL_WRONG', { ...DRAFT, untilMs: NOW }, 0, undefined],
    ['NOTICE_UNTIL_WRONG', { ...DRAFT, fromMs: NOW + 9, untilMs: NOW + 9 }, 0, undefined],
    ['NOTICE_UNTIL_WRONG', { ...DRAFT, fromMs: null, untilMs: NOW - 1 }, 0, undefined],
    ['NOTICE_WINDOW_REQUIRED', { ...DRAFT, category: 'maintenance' }, 0, undefined],
    ['NOTICE_WINDOW_REQUIRED', { ...DRAFT, maintenance: WINDOW }, 0, undefined],
    ['NOTICE_WINDOW_WRONG', { ...DRAFT, category: 'maintenance', maintenance: { ...WINDOW, areas: [] } }, 0, undefined],
    [
      'NOTICE_WINDOW_WRONG',
      { ...DRAFT, category: 'maintenance', maintenance: { ...WINDOW, endsAtMs: WINDOW.startsAtMs } },
      0,
      undefined,
    ],
  ] as const)('is refused with %s', (key, draft, base, before) => {
    expect(checkNotice(draft, base, before, NOW)).toEqual({ ok: false, error: key });
  });

  it('of one that is not yet published moves to another moment, until that has come', () => {
    const from = (beforeMs: number) =>
      checkNotice({ ...DRAFT, fromMs: NOW + 5 }, 3, { ...BEFORE, fromMs: beforeMs }, NOW);
    expect(from(NOW + 9)).toMatchObject({ value: { fromMs: NOW + 5 } });
    expect(from(NOW)).toMatchObject({ value: { fromMs: NOW } });
  });

  it('of a notice with an end is shown for a millisecond at least', () => {
    expect(checkNotice({ ...DRAFT, untilMs: NOW + 1 }, 0, undefined, NOW).ok).toBe(true);
  });

  it('of a maintenance has its window, of 31 days at most', () => {
    const upTo = (endsAtMs: number) =>
      checkNotice({ ...DRAFT, category: 'maintenance', maintenance: { ...WINDOW, endsAtMs } }, 0, undefined, NOW);
    expect(upTo(WINDOW.startsAtMs + 2_678_400_000).ok).toBe(true);
    expect(upTo(WINDOW.startsAtMs + 2_678_400_001)).toEqual({ ok: false, error: 'NOTICE_WINDOW_WRONG' });
  });
});

test.each([
  [-23 * HOUR - 1, undefined],
  [-23 * HOUR, { phase: 'ahead', untilMs: WINDOW.startsAtMs }],
  [HOUR - 1, { phase: 'ahead', untilMs: WINDOW.startsAtMs }],
  [HOUR, { phase: 'running', untilMs: WINDOW.endsAtMs }],
  [2 * HOUR - 1, { phase: 'running', untilMs: WINDOW.endsAtMs }],
  [2 * HOUR, undefined],
])('the phase of a maintenance at %d', (at, phase) => {
  expect(phaseOf(WINDOW, NOW + at)).toEqual(phase);
});

test('a page shows the maintenance that runs, else the next one, and none that does not concern it', () => {
  const soon = { ...WINDOW, name: 'soon' };
  const later = { ...WINDOW, startsAtMs: NOW + 3 * HOUR, endsAtMs: NOW + 4 * HOUR, name: 'later' };
  const running = { ...WINDOW, startsAtMs: NOW - HOUR, endsAtMs: NOW + 9 * HOUR, name: 'running' };
  const nameAt = (windows: (MaintenanceWindow & { name: string })[], area: 'trade' | 'invest') =>
    maintenanceOf(windows, area, NOW)?.window.name;
  expect(nameAt([later, soon], 'trade')).toBe('soon');
  expect(nameAt([later, soon, running], 'trade')).toBe('running');
  expect(nameAt([soon], 'invest')).toBeUndefined();
});

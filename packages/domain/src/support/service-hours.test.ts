import { describe, expect, it } from 'vitest';
import { areServiceHours, serviceAt } from './service-hours.ts';
import type { ServiceHours } from './service-hours.ts';

const ZONE = 'Asia/Shanghai';
/** Nine to six on weekdays, closed at weekends. */
const WEEK: ServiceHours = [[], ...Array.from({ length: 5 }, () => [[540, 1080]] as const), []];
const ALWAYS: ServiceHours = Array.from({ length: 7 }, () => [[0, 1440]] as const);

function at(text: string): number {
  return Date.parse(`${text}+08:00`);
}

describe('the hours of service', () => {
  it.each([
    // 2026-11-23 is a Monday.
    ['2026-11-23T08:59', false, '2026-11-23T09:00'],
    ['2026-11-23T09:00', true, '2026-11-23T18:00'],
    ['2026-11-23T17:59', true, '2026-11-23T18:00'],
    ['2026-11-23T18:00', false, '2026-11-24T09:00'],
    ['2026-11-27T18:00', false, '2026-11-30T09:00'],
    ['2026-11-29T23:59', false, '2026-11-30T09:00'],
  ])('at %s: open is %s, until %s', (now, isOpen, until) => {
    expect(serviceAt(WEEK, ZONE, at(now))).toEqual({ isOpen, changesAtMs: at(until) });
  });

  it('join at midnight', () => {
    const night: ServiceHours = [[], [[1200, 1440]], [[0, 120]], [], [], [], []];
    expect(serviceAt(night, ZONE, at('2026-11-23T23:00'))).toEqual({
      isOpen: true,
      changesAtMs: at('2026-11-24T02:00'),
    });
    expect(serviceAt(night, ZONE, at('2026-11-24T01:00'))).toEqual({
      isOpen: true,
      changesAtMs: at('2026-11-24T02:00'),
    });
  });

  it('may never end, and never begin', () => {
    expect(serviceAt(ALWAYS, ZONE, at('2026-11-23T03:00'))).toEqual({ isOpen: true, changesAtMs: null });
    expect(serviceAt([[], [], [], [], [], [], []], ZONE, at('2026-11-23T03:00'))).toEqual({
      isOpen: false,
      changesAtMs: null,
    });
  });

  it('follow the wall clock when it is moved', () => {
    // Clocks in Berlin went back on 2026-10-25: nine is eight in UTC from then on.
    const daily: ServiceHours = Array.from({ length: 7 }, () => [[540, 1080]] as const);
    expect(serviceAt(daily, 'Europe/Berlin', Date.parse('2026-10-24T20:00Z')).changesAtMs).toBe(
      Date.parse('2026-10-25T08:00Z'),
    );
  });

  it('are at most three spans a day, in order and apart, of whole minutes from midnight to midnight', () => {
    const day = [
      [0, 1],
      [2, 3],
      [4, 1440],
    ] as const;
    expect(areServiceHours([day, [], [], [], [], [], []])).toBe(true);
  });

  it.each([
    ['eight days', [...WEEK, []]],
    ['a span of nothing', [[[600, 600]], [], [], [], [], [], []]],
    ['a minute before midnight', [[[-1, 60]], [], [], [], [], [], []]],
    ['half a minute at the end', [[[0, 60.5]], [], [], [], [], [], []]],
    [
      'spans in the wrong order',
      [
        [
          [600, 700],
          [0, 60],
        ],
        [],
        [],
        [],
        [],
        [],
        [],
      ],
    ],
    ['a span that ends before it begins', [[[600, 540]], [], [], [], [], [], []]],
    [
      'spans that overlap',
      [
        [
          [0, 600],
          [600, 700],
        ],
        [],
        [],
        [],
        [],
        [],
        [],
      ],
    ],
    ['a minute after midnight', [[[0, 1441]], [], [], [], [], [], []]],
    ['half a minute', [[[0.5, 60]], [], [], [], [], [], []]],
    [
      'four spans',
      [
        [
          [0, 1],
          [2, 3],
          [4, 5],
          [6, 7],
        ],
        [],
        [],
        [],
        [],
        [],
        [],
      ],
    ],
  ] as const)('are not %s', (_, hours) => {
    expect(areServiceHours(hours)).toBe(false);
    expect(areServiceHours(WEEK) && areServiceHours(ALWAYS)).toBe(true);
  });
});

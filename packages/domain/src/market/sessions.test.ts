import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { endsSoon, sessionAt, sessionsBetween } from './sessions.ts';
import type { SessionCalendar, SessionSegment } from './sessions.ts';

function at(iso: string): number {
  return Date.parse(iso);
}

function isoOf(ms: number | null): string | null {
  return ms === null ? null : new Date(ms).toISOString();
}

const allDay: SessionSegment = { start: '00:00', end: '24:00' };

/** Foreign exchange: Sunday 17:00 to Friday 17:00 in New York, as one session. */
const forex = {
  timeZone: 'America/New_York',
  weekly: {
    0: [{ start: '17:00', end: '24:00' }],
    1: [allDay],
    2: [allDay],
    3: [allDay],
    4: [allDay],
    5: [{ start: '00:00', end: '17:00' }],
  },
  holidays: ['2026-12-25'],
  earlyCloses: { '2026-11-26': '13:00' },
} satisfies SessionCalendar;

/** A stock market with a lunch break. */
const hongKong = {
  timeZone: 'Asia/Hong_Kong',
  weekly: Object.fromEntries(
    [1, 2, 3, 4, 5].map((day) => [
      day,
      [
        { start: '09:30', end: '12:00' },
        { start: '13:00', end: '16:00' },
      ],
    ]),
  ),
  holidays: ['2026-10-01'],
  earlyCloses: { '2026-12-24': '12:00', '2026-12-31': '11:00' },
} satisfies SessionCalendar;

function sessionText(calendar: SessionCalendar, iso: string): string {
  const session = sessionAt(calendar, at(iso));
  return session.open ? `open until ${isoOf(session.endsAt)}` : `closed until ${isoOf(session.opensAt)}`;
}

describe('a market that never closes', () => {
  it('is open without an end', () => {
    expect(sessionAt(null, at('2026-11-22T03:00:00Z'))).toEqual({ open: true, endsAt: null });
  });

  it('is also open without an end when its segments cover every day', () => {
    const weekly = Object.fromEntries([0, 1, 2, 3, 4, 5, 6].map((day) => [day, [allDay]]));
    const always = { timeZone: 'Asia/Shanghai', weekly, holidays: [] };
    expect(sessionAt(always, at('2026-11-22T03:00:00Z'))).toEqual({ open: true, endsAt: null });
    expect(sessionText({ ...always, holidays: ['2027-02-06'] }, '2026-11-22T03:00:00Z')).toBe(
      'open until 2027-02-05T16:00:00.000Z',
    );
  });
});

describe('foreign exchange in New York time', () => {
  it.each([
    ['closes on Friday', '2026-11-20T21:59:59.999Z', 'open until 2026-11-20T22:00:00.000Z'],
    ['is closed from the second it closes', '2026-11-20T22:00:00.000Z', 'closed until 2026-11-22T22:00:00.000Z'],
    ['is closed on Saturday', '2026-11-21T12:00:00Z', 'closed until 2026-11-22T22:00:00.000Z'],
    ['opens on Sunday', '2026-11-22T21:59:59.999Z', 'closed until 2026-11-22T22:00:00.000Z'],
    ['runs from Sunday across every midnight', '2026-12-06T22:00:00.000Z', 'open until 2026-12-11T22:00:00.000Z'],
    ['continues at midnight itself', '2026-12-08T05:00:00.000Z', 'open until 2026-12-11T22:00:00.000Z'],
    ['is closed for a holiday from the midnight before', '2026-12-21T15:00:00Z', 'open until 2026-12-25T05:00:00.000Z'],
    ['stays closed from a Friday holiday to Sunday', '2026-12-25T15:00:00Z', 'closed until 2026-12-27T22:00:00.000Z'],
    ['closes early', '2026-11-26T17:59:59Z', 'open until 2026-11-26T18:00:00.000Z'],
    ['opens again at midnight after it', '2026-11-26T18:00:00.000Z', 'closed until 2026-11-27T05:00:00.000Z'],
  ])('%s', (_, iso, expected) => {
    expect(sessionText(forex, iso)).toBe(expected);
  });

  it.each([
    ['before spring: Friday 17:00 is 22:00 UTC', '2026-03-04T12:00:00Z', 'open until 2026-03-06T22:00:00.000Z'],
    ['over the switch: Sunday 17:00 is 21:00 UTC', '2026-03-07T12:00:00Z', 'closed until 2026-03-08T21:00:00.000Z'],
    ['after it: Friday 17:00 is 21:00 UTC', '2026-03-08T21:00:00.000Z', 'open until 2026-03-13T21:00:00.000Z'],
    ['before autumn: Friday 17:00 is 21:00 UTC', '2026-10-28T12:00:00Z', 'open until 2026-10-30T21:00:00.000Z'],
    ['over the switch: Sunday 17:00 is 22:00 UTC', '2026-10-31T12:00:00Z', 'closed until 2026-11-01T22:00:00.000Z'],
    ['after it: Friday 17:00 is 22:00 UTC', '2026-11-01T22:00:00.000Z', 'open until 2026-11-06T22:00:00.000Z'],
  ])('%s', (_, iso, expected) => {
    expect(sessionText(forex, iso)).toBe(expected);
  });

  it.each([
    ['23 hours in spring', '2026-03-08T06:00:00Z', '2026-03-09T04:00:00.000Z'],
    ['25 hours in autumn', '2026-11-01T06:00:00Z', '2026-11-02T05:00:00.000Z'],
  ])('a Sunday that is open all day lasts %s', (_, iso, end) => {
    const sundays = { timeZone: 'America/New_York', weekly: { 0: [allDay] }, holidays: [] };
    expect(sessionText(sundays, iso)).toBe(`open until ${end}`);
  });
});

describe('a market with a break', () => {
  it.each([
    ['before the morning', '2026-11-23T01:29:59.999Z', 'closed until 2026-11-23T01:30:00.000Z'],
    ['in the morning', '2026-11-23T01:30:00.000Z', 'open until 2026-11-23T04:00:00.000Z'],
    ['at lunch', '2026-11-23T04:00:00.000Z', 'closed until 2026-11-23T05:00:00.000Z'],
    ['in the afternoon', '2026-11-23T07:59:59.999Z', 'open until 2026-11-23T08:00:00.000Z'],
    ['over the weekend', '2026-11-20T08:00:00.000Z', 'closed until 2026-11-23T01:30:00.000Z'],
    ['over a holiday', '2026-09-30T08:00:00.000Z', 'closed until 2026-10-02T01:30:00.000Z'],
    ['a close at noon drops the afternoon', '2026-12-24T04:00:00.000Z', 'closed until 2026-12-25T01:30:00.000Z'],
    ['a close inside the morning cuts it', '2026-12-31T02:00:00.000Z', 'open until 2026-12-31T03:00:00.000Z'],
  ])('%s', (_, iso, expected) => {
    expect(sessionText(hongKong, iso)).toBe(expected);
  });

  it('joins segments that touch or overlap, in any order', () => {
    const touching = {
      timeZone: 'UTC',
      weekly: {
        1: [
          { start: '12:00', end: '16:00' },
          { start: '08:00', end: '12:00' },
          { start: '15:00', end: '18:00' },
        ],
      },
      holidays: [],
    };
    expect(sessionText(touching, '2026-11-23T09:00:00Z')).toBe('open until 2026-11-23T18:00:00.000Z');
  });
});

describe('a market that does not open again', () => {
  it('has no next opening', () => {
    expect(sessionAt({ timeZone: 'UTC', weekly: {}, holidays: [] }, 0)).toEqual({ open: false, opensAt: null });
  });

  it('has no next opening within 400 days', () => {
    const opensAfter = (days: number) => {
      const holidays = Array.from({ length: days }, (_, index) =>
        new Date(at('2026-11-24T00:00:00Z') + index * 86_400_000).toISOString().slice(0, 10),
      );
      const weekly = Object.fromEntries([0, 1, 2, 3, 4, 5, 6].map((day) => [day, [allDay]]));
      return sessionText({ timeZone: 'UTC', weekly, holidays }, '2026-11-24T00:00:00Z');
    };
    expect(opensAfter(400)).toBe('closed until 2027-12-29T00:00:00.000Z');
    expect(opensAfter(401)).toBe('closed until null');
  });

  it('still has an end for its last session', () => {
    const days = Array.from({ length: 500 }, (_, index) =>
      new Date(at('2026-11-24T00:00:00Z') + index * 86_400_000).toISOString().slice(0, 10),
    );
    const ending = { timeZone: 'UTC', weekly: { 1: [allDay] }, holidays: days };
    expect(sessionText(ending, '2026-11-23T09:00:00Z')).toBe('open until 2026-11-24T00:00:00.000Z');
    expect(sessionText(ending, '2026-11-24T00:00:00Z')).toBe('closed until null');
  });
});

/** In New York the clock skips 02:00 to 03:00 on Sunday, 8 March 2026. */
describe('a session in an hour that a day skips', () => {
  const sunday = (start: string, end: string, earlyCloses: Record<string, string> = {}) =>
    sessionText(
      { timeZone: 'America/New_York', weekly: { 0: [{ start, end }] }, holidays: [], earlyCloses },
      '2026-03-08T05:30:00Z',
    );

  it.each([
    ['ends before it starts', '02:15', '03:00', 'closed until 2026-03-15T06:15:00.000Z'],
    ['is empty', '02:30', '03:30', 'closed until 2026-03-15T06:30:00.000Z'],
    ['keeps the rest', '02:00', '03:30', 'closed until 2026-03-08T07:00:00.000Z'],
  ])('%s', (_, start, end, expected) => {
    expect(sunday(start, end)).toBe(expected);
  });

  it('is not reopened by an early close in that hour', () => {
    expect(sunday('03:00', '24:00', { '2026-03-08': '02:30' })).toBe('closed until 2026-03-15T07:00:00.000Z');
  });
});

describe('every moment', () => {
  const moment = fc.integer({ min: at('2026-01-01T00:00:00Z'), max: at('2027-12-31T00:00:00Z') });
  const calendar = fc.constantFrom(forex, hongKong);

  it('a session state holds until the time it names, and changes then', () => {
    fc.assert(
      fc.property(calendar, moment, fc.double({ min: 0, max: 1, noNaN: true }), (of, now, share) => {
        const session = sessionAt(of, now);
        const turnsAt = session.open ? session.endsAt : session.opensAt;
        if (turnsAt === null) throw new Error('both calendars turn');
        expect(turnsAt > now).toBe(true);
        const between = Math.floor(now + (turnsAt - 1 - now) * share);
        expect(sessionAt(of, between)).toEqual(session);
        expect(sessionAt(of, turnsAt).open).toBe(!session.open);
      }),
    );
  });
});

describe('invalid calendars', () => {
  it.each([
    ['ends before it starts', { start: '12:00', end: '09:00' }, 'ends after it starts'],
    ['is empty', { start: '12:00', end: '12:00' }, 'ends after it starts'],
    ['has no time', { start: 'noon', end: '24:00' }, 'not a time of day'],
  ])('a segment that %s fails an assertion', (_, segment, message) => {
    const calendar = { timeZone: 'UTC', weekly: { 1: [segment] }, holidays: [] };
    expect(() => sessionAt(calendar, at('2026-11-23T09:00:00Z'))).toThrow(message);
  });
});

describe('a calendar that follows a rule', () => {
  const weekly = Object.fromEntries([1, 2, 3, 4, 5].map((day) => [day, [{ start: '09:30', end: '16:00' }]]));
  const stocks = { timeZone: 'America/New_York', weekly, follows: 'us-stocks', holidays: [] } satisfies SessionCalendar;

  it.each([
    ['is closed on its holidays', stocks, '2031-04-11T15:00:00Z', 'closed until 2031-04-14T13:30:00.000Z'],
    ['closes early', stocks, '2031-11-28T15:00:00Z', 'open until 2031-11-28T18:00:00.000Z'],
    [
      'may trade on one of them',
      { ...stocks, tradesOn: ['2031-04-11'] },
      '2031-04-11T15:00:00Z',
      'open until 2031-04-11T20:00:00.000Z',
    ],
    [
      'has days of its own',
      { ...stocks, holidays: ['2031-04-10'] },
      '2031-04-10T15:00:00Z',
      'closed until 2031-04-14T13:30:00.000Z',
    ],
    [
      'has early closes of its own, also on a holiday',
      { ...stocks, earlyCloses: { '2031-04-11': '10:00' } },
      '2031-04-11T13:45:00Z',
      'open until 2031-04-11T14:00:00.000Z',
    ],
  ])('%s', (_, calendar, iso, expected) => {
    expect(sessionText(calendar, iso)).toBe(expected);
  });
});

describe('the end of what a calendar knows', () => {
  const listed = { timeZone: 'UTC', weekly: {}, holidays: ['2027-12-24', '2027-01-01'] } satisfies SessionCalendar;

  it.each<[what: string, SessionCalendar, now: string, until: string | null]>([
    ['is its last listed day', listed, '2026-12-25T00:00:00Z', '2027-12-24'],
    ['is far away', listed, '2026-12-24T00:00:00Z', null],
    ['is over', listed, '2029-01-01T00:00:00Z', '2027-12-24'],
    [
      'may be an early close',
      { ...listed, earlyCloses: { '2027-12-31': '12:00' } },
      '2027-01-01T00:00:00Z',
      '2027-12-31',
    ],
    ['is said', { ...listed, listedUntil: '2028-12-31' }, '2027-06-01T00:00:00Z', null],
    ['is said, and near', { ...listed, listedUntil: '2028-12-31' }, '2028-06-01T00:00:00Z', '2028-12-31'],
    ['is never, by a rule', { ...listed, follows: 'us-stocks' }, '2029-01-01T00:00:00Z', null],
    ['is never, without a holiday', { ...listed, holidays: [] }, '2029-01-01T00:00:00Z', null],
    ['is never, without a session', null, '2029-01-01T00:00:00Z', null],
  ])('%s', (_, calendar, now, until) => {
    expect(endsSoon(calendar, at(now))).toBe(until);
  });
});

describe('sessionsBetween', () => {
  const listed = (calendar: SessionCalendar, from: string, to: string) =>
    sessionsBetween(calendar, at(from), at(to)).map(({ startsAt, endsAt }) => [isoOf(startsAt), isoOf(endsAt)]);

  it('lists whole sessions, cut at both ends, with holidays and early closes', () => {
    expect(listed(forex, '2026-11-24T00:00:00Z', '2026-12-01T00:00:00Z')).toEqual([
      ['2026-11-24T00:00:00.000Z', '2026-11-26T18:00:00.000Z'],
      ['2026-11-27T05:00:00.000Z', '2026-11-27T22:00:00.000Z'],
      ['2026-11-29T22:00:00.000Z', '2026-12-01T00:00:00.000Z'],
    ]);
    expect(listed(null, '2026-11-24T00:00:00Z', '2026-11-25T00:00:00Z')).toEqual([
      ['2026-11-24T00:00:00.000Z', '2026-11-25T00:00:00.000Z'],
    ]);
  });

  it('agrees with sessionAt at every moment', () => {
    const [from, to] = [at('2026-11-20T00:00:00Z'), at('2026-12-28T00:00:00Z')];
    const sessions = sessionsBetween(forex, from, to);
    fc.assert(
      fc.property(fc.integer({ min: from, max: to - 1 }), (ms) => {
        expect(sessions.some(({ startsAt, endsAt }) => ms >= startsAt && ms < endsAt)).toBe(sessionAt(forex, ms).open);
      }),
    );
  });
});

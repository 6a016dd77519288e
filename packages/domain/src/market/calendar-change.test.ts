import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { productDifferences, productProblem, type ProductDraft } from './product-draft.ts';
import { sessionAt, sessionsBetween, type SessionCalendar } from './sessions.ts';

const DAY = 86_400_000;
const MONDAY = Date.parse('2026-12-07T00:00:00.000Z');

function hours(start: string, end: string, holidays: string[] = []): NonNullable<SessionCalendar> {
  const day = [{ start, end }];
  return { timeZone: 'UTC', weekly: { 0: day, 1: day, 2: day, 3: day, 4: day, 5: day, 6: day }, holidays };
}

function changed(before: SessionCalendar, after: NonNullable<SessionCalendar>, until: number): SessionCalendar {
  return { ...after, earlier: { until, calendar: before } };
}

describe('a calendar that changes', () => {
  it('is the one before until its moment, and the other from it on', () => {
    const noon = MONDAY + DAY / 2;
    const calendar = changed(hours('08:00', '16:00'), hours('10:00', '20:00'), noon);
    // Inside both: one session, with the start of the one and the end of the other.
    expect(sessionsBetween(calendar, MONDAY, MONDAY + DAY)).toEqual([
      { startsAt: MONDAY + 8 * 3_600_000, endsAt: MONDAY + 20 * 3_600_000 },
    ]);
    expect(sessionAt(calendar, noon - 1)).toEqual({ open: true, endsAt: MONDAY + 20 * 3_600_000 });
    // What it opens is not open before; what it closes is open until then.
    const narrow = changed(hours('08:00', '16:00'), hours('18:00', '20:00'), noon);
    expect(sessionAt(narrow, noon - 1)).toEqual({ open: true, endsAt: noon });
    expect(sessionAt(narrow, noon)).toEqual({ open: false, opensAt: MONDAY + 18 * 3_600_000 });
    const opened = changed(hours('18:00', '20:00'), hours('08:00', '20:00'), noon);
    expect(sessionAt(opened, noon - 1)).toEqual({ open: false, opensAt: noon });
  });

  it('begins where nothing ever closed', () => {
    const calendar = changed(null, hours('08:00', '16:00'), MONDAY + DAY);
    expect(sessionAt(calendar, MONDAY)).toEqual({ open: true, endsAt: MONDAY + DAY });
    expect(sessionsBetween(calendar, MONDAY, MONDAY + 2 * DAY)).toEqual([
      { startsAt: MONDAY, endsAt: MONDAY + DAY },
      { startsAt: MONDAY + DAY + 8 * 3_600_000, endsAt: MONDAY + DAY + 16 * 3_600_000 },
    ]);
  });

  it('at any moment says of every second what its own calendar says, and its ends are where that turns', () => {
    const clock = fc.integer({ min: 0, max: 23 }).map((hour) => `${String(hour).padStart(2, '0')}:00`);
    const day = fc.tuple(clock, clock).filter(([a, b]) => a < b);
    fc.assert(
      fc.property(day, day, day, fc.nat(48), fc.nat(48), (one, two, three, first, more) => {
        const [a, b] = [MONDAY + first * 3_600_000, MONDAY + (first + more) * 3_600_000];
        const [was, is, will] = [hours(...one), hours(...two), hours(...three)];
        const calendar = changed(changed(was, is, a), will, b);
        const isOpen = (at: number): boolean => sessionAt(at < a ? was : at < b ? is : will, at).open;
        for (let at = MONDAY - DAY; at < MONDAY + 5 * DAY; at += 1_800_000) {
          const session = sessionAt(calendar, at);
          expect(session.open).toBe(isOpen(at));
          const turn = session.open ? session.endsAt : session.opensAt;
          if (turn === null) continue;
          expect([isOpen(turn - 1), isOpen(turn)]).toEqual([session.open, !session.open]);
        }
        const sessions = sessionsBetween(calendar, MONDAY - DAY, MONDAY + 5 * DAY);
        for (let at = MONDAY - DAY; at < MONDAY + 5 * DAY; at += 1_800_000)
          expect(sessions.some(({ startsAt, endsAt }) => at >= startsAt && at < endsAt)).toBe(isOpen(at));
      }),
      { numRuns: 20, seed: 153 },
    );
  });
});

const NAMES = { 'zh-Hans': '黄金', 'zh-Hant': '黃金', en: 'Gold' };
const DRAFT: ProductDraft = { names: NAMES, sources: { kraken: 'XAU/USD' }, calendar: null, active: true };

describe('a draft of a product', () => {
  it.each<[string, Partial<ProductDraft>, string | null]>([
    ['as it is', {}, null],
    ['without a name', { names: { ...NAMES, en: '' } }, 'names'],
    ['with a path for a symbol', { sources: { binance: '../account' } }, 'sources'],
    ['with an address for a symbol', { sources: { kraken: 'A@evil.example/x' } }, 'sources'],
    ['with a query for a symbol', { sources: { okx: 'BTC-USDT&x=1' } }, 'sources'],
    ['with an exchange that nobody knows', { sources: { constructor: 'BTCUSDT' } }, 'sources'],
    [
      'with a zone that nobody knows',
      { calendar: { ...hours('08:00', '16:00'), timeZone: 'Mars/Base' } },
      'calendar.timeZone',
    ],
    ['with hours that end before they begin', { calendar: hours('16:00', '08:00') }, 'calendar.weekly'],
    ['with no hours', { calendar: { ...hours('08:00', '16:00'), weekly: {} } }, 'calendar.weekly'],
    ['with a day that does not exist', { calendar: hours('08:00', '16:00', ['2027-02-30']) }, 'calendar.holidays'],
    ['with a day twice', { calendar: hours('08:00', '16:00', ['2027-02-03', '2027-02-03']) }, 'calendar.holidays'],
  ])('%s: %o is %s', (_, change, problem) => {
    expect(productProblem({ ...DRAFT, ...change }, null)).toBe(problem);
  });

  it('needs prices from somewhere, and decimals that a price can have', () => {
    const start = { category: 'metal', decimals: 2, like: 'BTCUSDT', simulated: null };
    expect(productProblem(DRAFT, start)).toBeNull();
    expect(productProblem({ ...DRAFT, sources: {} }, start)).toBe('sources');
    expect(productProblem(DRAFT, { ...start, decimals: 9 })).toBe('decimals');
    expect(productProblem(DRAFT, { ...start, simulated: { level: 0, volatility: 1 } })).toBe('simulated');
  });

  it('says what it changes: of dates only those that come and go', () => {
    const [before, after] = [
      { ...DRAFT, calendar: hours('08:00', '16:00', ['2027-01-01', '2027-01-02']) },
      { ...DRAFT, active: false, calendar: hours('08:00', '16:00', ['2027-01-02', '2027-01-03']) },
    ];
    expect(productDifferences(before, after)).toEqual([
      { what: 'active', before: 'true', after: 'false' },
      { what: 'holidays', before: '2027-01-01', after: '2027-01-03' },
    ]);
    expect(productDifferences(before, before)).toEqual([]);
  });
});

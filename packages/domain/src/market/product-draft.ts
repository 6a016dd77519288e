import { HOLIDAY_RULES } from './holidays.ts';
import type { HolidayRule } from './holidays.ts';
import { dateText, dayOfDate, minutesOf } from './local-time.ts';
import { termsProblem } from '../trading/terms-draft.ts';
import type { TermsDraft, TermsProblem } from '../trading/terms-draft.ts';
import type { SessionSegment } from './sessions.ts';

/*
 * What operators may say of a product, and change of it. The database refuses the same (product_draft_problem). What a product was added
 * with and keeps for ever, because ticks and receipts stand on it, is only in the draft of a new one.
 */

/** The zones in which exchanges keep their hours. */
export const CALENDAR_ZONES = [
  'UTC',
  'America/New_York',
  'America/Chicago',
  'America/Toronto',
  'America/Sao_Paulo',
  'Europe/London',
  'Europe/Berlin',
  'Europe/Paris',
  'Europe/Zurich',
  'Europe/Madrid',
  'Europe/Istanbul',
  'Africa/Johannesburg',
  'Asia/Dubai',
  'Asia/Kolkata',
  'Asia/Singapore',
  'Asia/Shanghai',
  'Asia/Hong_Kong',
  'Asia/Taipei',
  'Asia/Seoul',
  'Asia/Tokyo',
  'Australia/Sydney',
  'Pacific/Auckland',
] as const;

/** A calendar as it is edited: when it began to hold is not part of it. Null: the market never closes. */
export type CalendarDraft = {
  readonly timeZone: string;
  readonly weekly: { readonly [weekday: number]: readonly SessionSegment[] };
  readonly follows?: HolidayRule;
  readonly holidays: readonly string[];
  readonly earlyCloses?: { readonly [date: string]: string };
  readonly tradesOn?: readonly string[];
  readonly listedUntil?: string;
} | null;

export type ProductDraft = {
  readonly names: { readonly 'zh-Hans': string; readonly 'zh-Hant': string; readonly en: string };
  /** The symbol by exchange. */
  readonly sources: { readonly [exchange: string]: string | undefined };
  readonly calendar: CalendarDraft;
  /** Whether members may place orders on it. */
  readonly active: boolean;
};

/** How a product begins: what it keeps for ever, its first terms, and the product that has what they leave out. */
export type ProductStart = {
  readonly category: string;
  readonly decimals: number;
  readonly like: string;
  /** Left out, its first terms are those of `like`. */
  readonly terms?: TermsDraft;
  /** The first simulated price in units of the product, and its yearly volatility in 1/10,000. Null: never simulated. */
  readonly simulated: { readonly level: number; readonly volatility: number } | null;
};

export type ProductProblem =
  | 'names'
  | 'sources'
  | 'calendar.timeZone'
  | 'calendar.weekly'
  | 'calendar.follows'
  | 'calendar.holidays'
  | 'calendar.earlyCloses'
  | 'calendar.tradesOn'
  | 'calendar.listedUntil'
  | 'decimals'
  | 'simulated'
  | `terms.${TermsProblem}`;

export const NAME_MAX = 40;
export const SEGMENTS_MAX = 6;
export const DATES_MAX = 400;
export const DECIMALS_MAX = 8;
export const LEVEL_MAX = 10 ** 15;
export const VOLATILITY_MAX = 50_000;

/** How each exchange writes a symbol: letters, digits and its own sign between the two. */
export const SYMBOL_FORMS: Readonly<Record<string, RegExp>> = {
  binance: /^[A-Z0-9]{3,24}$/,
  okx: /^[A-Z0-9]{1,16}-[A-Z0-9]{1,16}$/,
  coinbase: /^[A-Z0-9]{1,16}-[A-Z0-9]{1,16}$/,
  kraken: /^[A-Z0-9]{1,16}\/[A-Z0-9]{1,16}$/,
};

/** What is wrong with a draft; null if it may be proposed. `start` is that of a new product. */
export function productProblem(
  { names, sources, calendar }: ProductDraft,
  start: ProductStart | null,
): ProductProblem | null {
  if (Object.values(names).some((name) => !isName(name))) return 'names';
  if (Object.entries(sources).some(([exchange, symbol]) => !isSymbol(exchange, symbol))) return 'sources';
  const ofCalendar = calendar === null ? null : calendarProblem(calendar);
  if (ofCalendar !== null) return `calendar.${ofCalendar}`;
  if (start === null) return null;
  const ofTerms = start.terms === undefined ? null : termsProblem(start.terms);
  if (ofTerms !== null) return `terms.${ofTerms}`;
  if (!isWithin(start.decimals, 0, DECIMALS_MAX)) return 'decimals';
  const { simulated } = start;
  const hasPrices = simulated !== null || Object.keys(sources).length > 0;
  if (!hasPrices) return 'sources';
  return simulated === null ||
    (isWithin(simulated.level, 1, LEVEL_MAX) && isWithin(simulated.volatility, 1, VOLATILITY_MAX))
    ? null
    : 'simulated';
}

function isName(name: string): boolean {
  return name.length <= NAME_MAX && name.trim() === name && name !== '';
}

function isSymbol(exchange: string, symbol: string | undefined): boolean {
  return symbol !== undefined && Object.hasOwn(SYMBOL_FORMS, exchange) && SYMBOL_FORMS[exchange]?.test(symbol) === true;
}

function isWithin(value: number, min: number, max: number): boolean {
  return Number.isInteger(value) && value >= min && value <= max;
}

type CalendarField = 'timeZone' | 'weekly' | 'follows' | 'holidays' | 'earlyCloses' | 'tradesOn' | 'listedUntil';

function calendarProblem(calendar: NonNullable<CalendarDraft>): CalendarField | null {
  const { timeZone, weekly, follows, holidays, earlyCloses = {}, tradesOn = [], listedUntil } = calendar;
  if (!CALENDAR_ZONES.some((zone) => zone === timeZone)) return 'timeZone';
  const days = Object.values(weekly);
  if (days.every((segments) => segments.length === 0) || !days.every((segments) => areInOrder(segments)))
    return 'weekly';
  if (follows !== undefined && !HOLIDAY_RULES.includes(follows)) return 'follows';
  if (!areDates(holidays)) return 'holidays';
  if (!areDates(Object.keys(earlyCloses))) return 'earlyCloses';
  if (!areDates(tradesOn)) return 'tradesOn';
  return listedUntil === undefined || areDates([listedUntil]) ? null : 'listedUntil';
}

/** Each ends after it begins, and none begins before the one before it ended. */
function areInOrder(segments: readonly SessionSegment[]): boolean {
  if (segments.length > SEGMENTS_MAX) return false;
  return segments.every(({ start, end }, index) => {
    const before = segments[index - 1];
    return minutesOf(start) < minutesOf(end) && (before === undefined || minutesOf(before.end) <= minutesOf(start));
  });
}

function areDates(dates: readonly string[]): boolean {
  const isReal = (date: string): boolean =>
    date >= '2000-01-01' && date <= '2199-12-31' && dateText(dayOfDate(date)) === date;
  return dates.length <= DATES_MAX && new Set(dates).size === dates.length && dates.every(isReal);
}

/** One thing that differs, as text. */
export type ProductDifference = {
  readonly what: string;
  readonly before: string | null;
  readonly after: string | null;
};

/** What a change does to a product; a new one has no `before`. Of dates only those that go and those that come. */
export function productDifferences(before: ProductDraft | null, after: ProductDraft): ProductDifference[] {
  const [was, is] = [before === null ? {} : linesOf(before), linesOf(after)];
  const whats = [...new Set([...Object.keys(was), ...Object.keys(is)])];
  const lines = whats.map((what): ProductDifference => ({ what, before: was[what] ?? null, after: is[what] ?? null }));
  const dates = (['holidays', 'earlyCloses', 'tradesOn'] as const).map((what): ProductDifference => {
    const [old, next] = [datesOf(before?.calendar ?? null, what), datesOf(after.calendar, what)];
    const text = (some: readonly string[], others: readonly string[]): string | null =>
      some.filter((date) => !others.includes(date)).join(' ') || null;
    return { what, before: text(old, next), after: text(next, old) };
  });
  return [...lines, ...dates].filter((one) => one.before !== one.after);
}

function linesOf({ names, sources, calendar, active }: ProductDraft): Record<string, string | null> {
  return {
    active: String(active),
    'names.zh-Hans': names['zh-Hans'],
    'names.zh-Hant': names['zh-Hant'],
    'names.en': names.en,
    sources: listingText(sources),
    timeZone: calendar?.timeZone ?? null,
    weekly: calendar === null ? null : weeklyText(calendar.weekly),
    follows: calendar?.follows ?? null,
    listedUntil: calendar?.listedUntil ?? null,
  };
}

/** `binance BTCUSDT, okx BTC-USDT`. */
export function listingText(sources: ProductDraft['sources']): string | null {
  const text = Object.keys(SYMBOL_FORMS).flatMap((exchange) =>
    sources[exchange] === undefined ? [] : [`${exchange} ${sources[exchange]}`],
  );
  return text.length === 0 ? null : text.join(', ');
}

/** `1 00:00-16:58 17:03-24:00, 2 …`: days by their number, 0 is Sunday. */
export function weeklyText(weekly: NonNullable<CalendarDraft>['weekly']): string {
  return Object.entries(weekly)
    .filter(([, segments]) => segments.length > 0)
    .map(([day, segments]) => `${day} ${segments.map(({ start, end }) => `${start}-${end}`).join(' ')}`)
    .join(', ');
}

function datesOf(calendar: CalendarDraft, what: 'holidays' | 'earlyCloses' | 'tradesOn'): readonly string[] {
  if (calendar === null) return [];
  if (what !== 'earlyCloses') return (calendar[what] ?? []).toSorted();
  return Object.entries(calendar.earlyCloses ?? {})
    .map(([date, at]) => `${date}@${at}`)
    .toSorted();
}

/** A difference in a line of the audit: `names.en: Gold > Spot gold`. */
export function writeProductDifference({ what, before, after }: ProductDifference): string {
  return `${what}: ${before ?? '-'} > ${after ?? '-'}`;
}

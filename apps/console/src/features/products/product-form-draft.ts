/* What an operator types of a product: hours and days as people write them, and the draft that they make. */

import type { CalendarView, ProductChangeBody, ProductDraftView } from '@candor/contract/console-product-changes';
import type { ProductTermsDraft } from './terms-draft.ts';
import { formField } from './terms-draft.ts';
import { CATEGORIES, EXCHANGES } from '@candor/contract/market';
import type { Listing } from '@candor/contract/market';
import { HOLIDAY_RULES } from '@candor/domain/market/holidays';
import { productProblem } from '@candor/domain/market/product-draft';
import type { CalendarDraft } from '@candor/domain/market/product-draft';

export const WEEKDAYS = [1, 2, 3, 4, 5, 6, 0] as const;

export type ProductFormDraft = {
  readonly code: string;
  readonly category: string;
  readonly decimals: string;
  readonly like: string;
  /** The first terms of a product that comes: those of `like`, until they are typed. Null before it is named. */
  readonly terms: ProductTermsDraft | null;
  readonly level: string;
  readonly volatility: string;
  readonly zhHans: string;
  readonly zhHant: string;
  readonly en: string;
  readonly binance: string;
  readonly okx: string;
  readonly coinbase: string;
  readonly kraken: string;
  readonly active: boolean;
  readonly neverCloses: boolean;
  readonly timeZone: string;
  readonly follows: string;
  /** By weekday, 0 is Sunday: `00:00-16:58 17:03-24:00`. */
  readonly hours: readonly string[];
  readonly holidays: string;
  /** `2026-12-24 13:00`, one a line. */
  readonly earlyCloses: string;
  readonly tradesOn: string;
  /** Kept as it is: whoever made the lists said it. */
  readonly listedUntil: string | undefined;
  readonly reason: string;
};

const NO_HOURS: NonNullable<CalendarView> = { timeZone: 'UTC', weekly: {}, holidays: [] };

export function formDraftOf(state: ProductDraftView | null): ProductFormDraft {
  const { names, sources, calendar, active } = state ?? {
    names: { 'zh-Hans': '', 'zh-Hant': '', en: '' },
    sources: {},
    calendar: null,
    active: false,
  };
  const { timeZone, weekly, follows, holidays, earlyCloses, tradesOn, listedUntil } = calendar ?? NO_HOURS;
  return {
    code: '',
    category: 'crypto',
    decimals: '2',
    like: '',
    terms: null,
    level: '',
    volatility: '',
    zhHans: names['zh-Hans'],
    zhHant: names['zh-Hant'],
    en: names.en,
    binance: sources.binance ?? '',
    okx: sources.okx ?? '',
    coinbase: sources.coinbase ?? '',
    kraken: sources.kraken ?? '',
    active,
    neverCloses: calendar === null,
    timeZone,
    follows: follows ?? '',
    hours: Array.from({ length: 7 }, (_, day) =>
      (weekly[String(day)] ?? []).map(({ start, end }) => `${start}-${end}`).join(' '),
    ),
    holidays: holidays.join(' '),
    earlyCloses: Object.entries(earlyCloses ?? {})
      .map(([date, at]) => `${date} ${at}`)
      .join('\n'),
    tradesOn: (tradesOn ?? []).join(' '),
    listedUntil,
    reason: '',
  };
}

function words(text: string): string[] {
  return text.split(/[\s,;，；、]+/).filter((part) => part !== '');
}

const SEGMENT = /^(\d\d:\d\d)[-–](\d\d:\d\d)$/;
const DATE = /^\d{4}-\d{2}-\d{2}$/;
const CLOCK = /^([01]\d|2[0-3]):[0-5]\d$/;
const END = /^(([01]\d|2[0-3]):[0-5]\d|24:00)$/;

type Read = { readonly ok: true; readonly calendar: CalendarDraft } | { readonly ok: false; readonly field: string };

/** The calendar that is typed, or the field that cannot be read. */
export function calendarOfForm(draft: ProductFormDraft): Read {
  if (draft.neverCloses) return { ok: true, calendar: null };
  const weekly: Record<number, { start: string; end: string }[]> = {};
  for (const day of WEEKDAYS) {
    const parts = words(draft.hours[day] ?? '');
    const segments = parts.flatMap((part) => {
      const [, start = '', end = ''] = SEGMENT.exec(part) ?? [];
      return CLOCK.test(start) && END.test(end) ? [{ start, end }] : [];
    });
    if (segments.length < parts.length) return { ok: false, field: `hours.${day}` };
    if (segments.length > 0) weekly[day] = segments;
  }
  const [holidays, tradesOn] = [words(draft.holidays), words(draft.tradesOn)];
  if (!holidays.every((date) => DATE.test(date))) return { ok: false, field: 'holidays' };
  if (!tradesOn.every((date) => DATE.test(date))) return { ok: false, field: 'tradesOn' };
  const early = words(draft.earlyCloses);
  const pairs = early.flatMap((date, index) => (index % 2 === 0 ? [[date, early[index + 1] ?? ''] as const] : []));
  if (!pairs.every(([date, at]) => DATE.test(date) && CLOCK.test(at))) return { ok: false, field: 'earlyCloses' };
  const follows = HOLIDAY_RULES.find((rule) => rule === draft.follows);
  return {
    ok: true,
    calendar: {
      timeZone: draft.timeZone,
      weekly,
      ...(follows === undefined ? {} : { follows }),
      holidays: holidays.toSorted(),
      ...(pairs.length === 0 ? {} : { earlyCloses: Object.fromEntries(pairs) }),
      ...(tradesOn.length === 0 ? {} : { tradesOn: tradesOn.toSorted() }),
      ...(draft.listedUntil === undefined ? {} : { listedUntil: draft.listedUntil }),
    },
  };
}

/** The symbols that are typed, by exchange. */
export function listingOfForm(draft: ProductFormDraft): Listing {
  const typed = EXCHANGES.map((exchange) => [exchange, draft[exchange].trim().toUpperCase()] as const);
  return Object.fromEntries(typed.filter(([, symbol]) => symbol !== ''));
}

/** The state that is typed; null while its calendar cannot be read. */
export function stateOfForm(draft: ProductFormDraft): ProductDraftView | null {
  const read = calendarOfForm(draft);
  if (!read.ok) return null;
  return {
    names: { 'zh-Hans': draft.zhHans.trim(), 'zh-Hant': draft.zhHant.trim(), en: draft.en.trim() },
    sources: listingOfForm(draft),
    calendar: viewOf(read.calendar),
    active: draft.active,
  };
}

function viewOf(calendar: CalendarDraft): CalendarView {
  if (calendar === null) return null;
  const { weekly, holidays, tradesOn, earlyCloses, ...rest } = calendar;
  return {
    ...rest,
    weekly: Object.fromEntries(Object.entries(weekly).map(([day, segments]) => [day, [...segments]])),
    holidays: [...holidays],
    ...(earlyCloses === undefined ? {} : { earlyCloses: { ...earlyCloses } }),
    ...(tradesOn === undefined ? {} : { tradesOn: [...tradesOn] }),
  };
}

/** What a new product keeps for ever; null while a figure cannot be read. */
export function startOfForm(draft: ProductFormDraft): Omit<NonNullable<ProductChangeBody['start']>, 'terms'> | null {
  const category = CATEGORIES.find((one) => one === draft.category);
  const decimals = Number(draft.decimals);
  if (category === undefined || !/^\d$/.test(draft.decimals)) return null;
  const isSimulated = draft.level.trim() !== '';
  const [level, volatility] = [
    Math.round(Number(draft.level) * 10 ** decimals),
    Math.round(Number(draft.volatility) * 100),
  ];
  if (isSimulated && !(level >= 1 && volatility >= 1)) return null;
  return { category, decimals, like: draft.like, simulated: isSimulated ? { level, volatility } : null };
}

/** The field that is wrong; null if it may be proposed. */
export function wrongProductField(draft: ProductFormDraft, isNew: boolean): string | null {
  const read = calendarOfForm(draft);
  if (!read.ok) return read.field;
  if (isNew && !/^[A-Z0-9]{3,16}$/.test(draft.code)) return 'code';
  if (isNew && draft.like === '') return 'like';
  const start = isNew ? startOfForm(draft) : null;
  if (isNew && start === null) return 'level';
  const state = stateOfForm(draft);
  if (state === null) return 'holidays';
  const problem = productProblem({ ...state, calendar: read.calendar }, start);
  return problem === null ? null : formFieldOf(problem);
}

const FIELDS: Readonly<Record<string, string>> = {
  names: 'en',
  sources: 'binance',
  weekly: 'hours.1',
  follows: 'follows',
  listedUntil: 'holidays',
  simulated: 'level',
  product: 'code',
};

/** The field of the form for a field of the body: `draft.calendar.weekly` is `hours.1`. */
export function formFieldOf(path: string): string {
  if (path.startsWith('start.terms.')) return `terms.${formField(path.slice('start.'.length))}`;
  const last = path.split('.').at(-1) ?? path;
  return FIELDS[last] ?? last;
}

// How terms and calendars are stored in jsonb: amounts are integers of the minor unit, rates integers of 1/10,000. A
// row in another form was not written by us. It is a fault, and we do not guess its meaning.

import { HOLIDAY_RULES } from '@candor/domain/market/holidays';
import type { SessionCalendar } from '@candor/domain/market/sessions';
import { money, rate } from '@candor/domain/money';
import type { Money, Rate } from '@candor/domain/money';
import type { LossLimits } from '@candor/domain/trading/loss-limits';
import type { Terms } from '@candor/domain/trading/terms';
import * as z from 'zod/mini';

const positiveInt = z.int().check(z.positive());

const durationsSchema = z
  .array(
    z.strictObject({
      seconds: positiveInt,
      payoutRate: positiveInt,
      minStake: positiveInt,
      maxStake: positiveInt,
    }),
  )
  .check(z.minLength(1));

const presetsSchema = z.array(positiveInt);

const clock = z.string().check(z.regex(/^([01]\d|2[0-3]):[0-5]\d$/));
const endClock = z.string().check(z.regex(/^(([01]\d|2[0-3]):[0-5]\d|24:00)$/));
const localDate = z.string().check(z.regex(/^\d{4}-\d{2}-\d{2}$/));

const until = z.pipe(
  z.iso.datetime(),
  z.transform((text) => Date.parse(text)),
);

const calendarSchema = z.nullable(
  z.strictObject({
    timeZone: z.string(),
    weekly: z.record(z.string().check(z.regex(/^[0-6]$/)), z.array(z.strictObject({ start: clock, end: endClock }))),
    follows: z.optional(z.enum(HOLIDAY_RULES)),
    holidays: z.array(localDate),
    earlyCloses: z.optional(z.record(localDate, clock)),
    tradesOn: z.optional(z.array(localDate)),
    listedUntil: z.optional(localDate),
    earlier: z.optional(z.strictObject({ until, calendar: z.unknown() })),
  }),
);

/** @throws when `value` is not an array of durations; ascending by seconds. */
export function parseDurations(value: unknown): Terms['durations'] {
  return durationsSchema
    .parse(value)
    .map((d) => ({
      seconds: d.seconds,
      payoutRate: rate(BigInt(d.payoutRate)),
      minStake: money(BigInt(d.minStake)),
      maxStake: money(BigInt(d.maxStake)),
    }))
    .sort((a, b) => a.seconds - b.seconds);
}

/** @throws when `value` is not an array of amounts in the minor unit. */
export function parsePresets(value: unknown): Money[] {
  return presetsSchema.parse(value).map((minor) => money(BigInt(minor)));
}

/** A rate column (1/10,000) as a Rate. */
export function parseRateUnits(units: bigint): Rate {
  return rate(units);
}

/** Session rules cache their results by the calendar object, so equal calendars must be one object. */
const calendars = new Map<string, SessionCalendar>();
const CALENDARS_MAX = 1_000;

/** @throws when `value` is neither null (always open) nor a calendar. Equal calendars give the same object. */
export function parseCalendar(value: unknown): SessionCalendar {
  const text = JSON.stringify(value ?? null);
  const known = calendars.get(text);
  if (known !== undefined) return known;
  const calendar = readCalendar(value ?? null);
  if (calendars.size >= CALENDARS_MAX) calendars.clear();
  calendars.set(text, calendar);
  return calendar;
}

function readCalendar(value: unknown): SessionCalendar {
  const read = calendarSchema.parse(value);
  if (read === null) return null;
  const { follows, earlyCloses, tradesOn, listedUntil, earlier, ...calendar } = read;
  return {
    ...calendar,
    ...(follows === undefined ? {} : { follows }),
    ...(earlyCloses === undefined ? {} : { earlyCloses }),
    ...(tradesOn === undefined ? {} : { tradesOn }),
    ...(listedUntil === undefined ? {} : { listedUntil }),
    ...(earlier === undefined ? {} : { earlier: { until: earlier.until, calendar: parseCalendar(earlier.calendar) } }),
  };
}

/** Limits of losses as they are stored. Null for terms without. */
export function limitsOf({
  lossSecond,
  lossProduct,
  lossDay,
}: Readonly<Record<'lossSecond' | 'lossProduct' | 'lossDay', bigint | null>>): LossLimits | null {
  if (lossSecond === null || lossProduct === null || lossDay === null) return null;
  return { second: money(lossSecond), product: money(lossProduct), day: money(lossDay) };
}

/** The reverse: durations as they are stored. */
export function durationsJson(durations: Terms['durations']): object[] {
  return durations.map((d) => ({
    seconds: d.seconds,
    payoutRate: Number(d.payoutRate),
    minStake: Number(d.minStake),
    maxStake: Number(d.maxStake),
  }));
}

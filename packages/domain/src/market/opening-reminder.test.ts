import { describe, expect, it } from 'vitest';
import { decideReminder, stepReminder } from './opening-reminder.ts';
import type { ReminderFacts } from './opening-reminder.ts';

const NINE_TO_FIVE = [{ start: '09:00', end: '17:00' }];
/** Open on weekdays from 9 to 17 o'clock UTC. */
const OFFICE: ReminderFacts = {
  active: true,
  forbidden: false,
  calendar: {
    timeZone: 'UTC',
    weekly: { 1: NINE_TO_FIVE, 2: NINE_TO_FIVE, 3: NINE_TO_FIVE, 4: NINE_TO_FIVE, 5: NINE_TO_FIVE },
    holidays: [],
  },
};
const SUNDAY = Date.parse('2026-11-22T12:00:00Z');
const MONDAY_OPEN = Date.parse('2026-11-23T09:00:00Z');

describe('setting a reminder', () => {
  it('gives the next opening', () => expect(decideReminder(OFFICE, SUNDAY)).toEqual({ ok: true, value: MONDAY_OPEN }));

  it.each<[string, ReminderFacts | undefined, string]>([
    ['an unknown product', undefined, 'PRODUCT_NOT_FOUND'],
    ['an inactive product', { ...OFFICE, active: false }, 'PRODUCT_NOT_FOUND'],
    ['a market that never closes', { ...OFFICE, calendar: null }, 'REMINDER_NOT_CLOSED'],
    [
      'a market that never opens again',
      { ...OFFICE, calendar: { timeZone: 'UTC', weekly: {}, holidays: [] } },
      'REMINDER_NO_OPENING',
    ],
    ['a product that an operator stopped', { ...OFFICE, forbidden: true }, 'REMINDER_NO_OPENING'],
  ])('is refused for %s', (_, facts, error) => expect(decideReminder(facts, SUNDAY)).toEqual({ ok: false, error }));
});

describe('a reminder whose moment has come', () => {
  it('tells at the first moment of the session', () =>
    expect(stepReminder(OFFICE, MONDAY_OPEN)).toEqual({ do: 'tell' }));
  it('waits on when the calendar has changed', () =>
    expect(stepReminder(OFFICE, MONDAY_OPEN - 1)).toEqual({ do: 'wait', until: MONDAY_OPEN }));
  it('looks again in a minute while an operator holds the product', () =>
    expect(stepReminder({ ...OFFICE, forbidden: true }, MONDAY_OPEN)).toEqual({
      do: 'wait',
      until: MONDAY_OPEN + 60_000,
    }));
  it.each<[string, ReminderFacts]>([
    ['is gone', { ...OFFICE, active: false }],
    ['never opens again', { ...OFFICE, calendar: { timeZone: 'UTC', weekly: {}, holidays: [] } }],
  ])('ends when the product %s', (_, facts) => expect(stepReminder(facts, MONDAY_OPEN)).toEqual({ do: 'end' }));
});

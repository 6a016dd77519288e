/* Stretches of dates that are asked for often, and what a chosen one is called. Dates are those of the business. */

import { localDateAt } from '@candor/domain/market/local-time';

export const PRESETS = ['today', 'yesterday', 'days7', 'days30'] as const;
export type Preset = (typeof PRESETS)[number];

/** Both dates are in it. Empty: no end on that side. */
export type Period = { readonly from: string; readonly to: string };

const DAY_MS = 86_400_000;

/** How many days back each begins and ends. */
const BACK: Readonly<Record<Preset, readonly [number, number]>> = {
  today: [0, 0],
  yesterday: [1, 1],
  days7: [6, 0],
  days30: [29, 0],
};

export function periodOf(preset: Preset, nowMs: number, timeZone: string): Period {
  const today = Date.parse(`${localDateAt(timeZone, nowMs)}T00:00:00Z`);
  const dateOf = (back: number) => new Date(today - back * DAY_MS).toISOString().slice(0, 10);
  const [from, to] = BACK[preset];
  return { from: dateOf(from), to: dateOf(to) };
}

/** A call names the first moment that is no longer in it. What is no date stays as it is. */
export function dayAfter(date: string): string {
  const atMs = Date.parse(`${date}T00:00:00Z`);
  return Number.isNaN(atMs) ? date : new Date(atMs + DAY_MS).toISOString().slice(0, 10);
}

/** The preset that these dates are today. */
export function presetOf({ from, to }: Period, nowMs: number, timeZone: string): Preset | undefined {
  return PRESETS.find((preset) => {
    const period = periodOf(preset, nowMs, timeZone);
    return period.from === from && period.to === to;
  });
}

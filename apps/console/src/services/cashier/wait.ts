/* How long somebody has waited, in the two largest units that say something. */

export type Wait = { readonly days: number; readonly hours: number; readonly minutes: number };

/** From one moment to another; never negative, because the clocks of two machines differ. */
export function waitOf(fromIso: string, toMs: number): Wait {
  return timeOf(toMs - Date.parse(fromIso));
}

export function timeOf(ms: number): Wait {
  const minutes = Math.max(0, Math.floor(ms / 60_000));
  return { days: Math.floor(minutes / 1440), hours: Math.floor((minutes % 1440) / 60), minutes: minutes % 60 };
}

/** Whether they wait longer than they were told. */
export function isLate(fromIso: string, toMs: number, promisedMinutes: number): boolean {
  return toMs - Date.parse(fromIso) > promisedMinutes * 60_000;
}

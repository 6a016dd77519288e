import * as z from 'zod/mini';

/** The clock of use that a browser keeps. Moments are milliseconds since 1970. */
export const useClockSchema = z.object({ startedAt: z.number(), checkedAt: z.number(), seenAt: z.number() });

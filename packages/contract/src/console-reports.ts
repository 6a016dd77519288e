import * as z from 'zod/mini';
import { countSchema } from './envelope.ts';
import { rangeFields } from './fields.ts';

/*
 * Reports for a regulator: counts and sums of a period, without names. Each is a file, made as every list is; what is here are the
 * figures beside them.
 */

/** The lists of the reports, by the name of their file. */
export const REPORTS = ['reportClients', 'reportProducts', 'reportComplaints', 'reportVoids'] as const;
export type Report = (typeof REPORTS)[number];

/** The period of a report: of clients what they are at its end, of orders those that closed in it, of complaints those that came in it. */
export const reportQuery = z.strictObject(rangeFields);

/** data of GET /api/console/reports. */
export const reportFiguresView = z.object({
  clients: countSchema,
  orders: countSchema,
  complaints: countSchema,
  voids: countSchema,
});

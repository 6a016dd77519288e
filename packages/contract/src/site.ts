import * as z from 'zod/mini';
import { siteValues } from './console-site.ts';
import { countSchema, isoSchema } from './envelope.ts';

/* What everyone may read of the settings of the site. */

export const logoParams = z.object({
  id: z.string({ error: 'NOT_FOUND' }).check(z.regex(/^[0-9a-f]{64}$/, { error: 'NOT_FOUND' })),
});

function versionOf<const P extends 'identity' | 'access' | 'maintenance' | 'limits'>(part: P) {
  return z.object({ part: z.literal(part), version: countSchema, value: siteValues[part], at: isoSchema });
}

/** data of GET /api/index/versions: each version of what binds members, newest first. */
export const siteHistoryView = z.object({
  items: z.array(
    z.discriminatedUnion('part', [
      versionOf('identity'),
      versionOf('access'),
      versionOf('maintenance'),
      versionOf('limits'),
    ]),
  ),
});
export type SiteHistoryView = z.infer<typeof siteHistoryView>;

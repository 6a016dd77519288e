/** Audits a site of a test whose order log is opened, half a second after its newest price. */
import { auditSite } from '../audit/audit-site.ts';
import type { AuditResult } from '../audit/audit-site.ts';
import { emptyState } from '../audit/audit-state.ts';
import type { AuditState } from '../audit/audit-state.ts';
import { createLogReader } from '../site/log-reader.ts';
import { createPublicData } from '../site/public-data.ts';
import { createSiteClient } from '../site/site-client.ts';
import type { OpenedSite } from './opened-site.ts';
import { START_MS } from './public-site.ts';

export async function auditOpened(
  shown: OpenedSite,
  state: AuditState = emptyState('here'),
  firstDays = 2,
): Promise<AuditResult> {
  const client = createSiteClient(shown.site.url, { wait: async () => undefined });
  const newest = shown.ticks.at(-1)?.at ?? START_MS;
  return await auditSite(
    {
      data: createPublicData(client),
      reader: createLogReader(client),
      keys: [{ ...shown.site.signer.key, retiredAt: null }],
      nowMs: () => newest + 500,
      firstDays,
      wait: async () => undefined,
    },
    state,
  );
}

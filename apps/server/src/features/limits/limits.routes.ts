import { envelopeOf } from '@candor/contract/envelope';
import { limitsBody, limitsView } from '@candor/contract/limits';
import { PATHS } from '@candor/contract/routes';
import type { Pool } from '../../platform/db/pool.ts';
import { header, ok, Refused } from '../../platform/http/http-app.ts';
import type { HttpApp } from '../../platform/http/http-app.ts';
import { memoryLimit } from '../../platform/http/rate-limit.ts';
import { memberRoute, moneyRoute } from '../../platform/http/route-cost.ts';
import { runCommand } from '../../services/commands/run-commands.ts';
import { requireIdempotencyKey } from '../../services/idempotency/idempotency.ts';
import type { Fingerprints } from '../../services/idempotency/idempotency.ts';
import type { Sessions } from '../../services/sessions/sessions.ts';
import type { Site } from '../../services/site/site.ts';
import { changeLimits } from './change-limits.ts';
import { readLimits } from './limits-view.ts';

/**
 * Limits that members set for themselves, self-exclusion and the reality check. Nobody else changes them, and nothing
 * here loosens one before its time: the rules are in packages/domain/src/limits, and the database holds them too.
 * Orders and deposits check them (features/trading, features/cashier).
 */
export interface LimitsDeps {
  pool: Pool;
  readPool: Pool;
  site: Site;
  sessions: Sessions;
  fingerprints: Fingerprints;
}

const TAGS = ['account'];
const CHANGES_A_MINUTE = 20;

export function limitsRoutes(app: HttpApp, { pool, readPool, site, sessions, fingerprints }: LimitsDeps): void {
  const change = changeLimits(site);
  const limit = memoryLimit({ points: CHANGES_A_MINUTE, durationSec: 60 });
  const response = { 200: envelopeOf(limitsView) };

  app.get(PATHS.ownLimits, { config: memberRoute('lookup'), schema: { tags: TAGS, response } }, async (request) => {
    const view = await readLimits(readPool, site, sessions.memberOf(request).memberId);
    if (view === undefined) throw new Error('the member has no row');
    return ok(view);
  });

  app.put(
    PATHS.ownLimits,
    { config: moneyRoute('change'), schema: { tags: TAGS, body: limitsBody, response } },
    async (request) => {
      const { memberId } = sessions.memberOf(request);
      await limit.take(memberId.toString());
      const outcome = await runCommand(pool, change, {
        memberId,
        key: header(request, 'idempotency-key') === undefined ? undefined : requireIdempotencyKey(request),
        fingerprint: fingerprints.of(request.body),
        input: request.body,
      });
      if (!outcome.ok) throw new Refused(outcome.error);
      if (!outcome.value.ok) {
        const key = outcome.value.error;
        throw new Refused(key, { fields: { amount: key }, params: { decimals: site.currency.decimals } });
      }
      return ok(outcome.value.value);
    },
  );
}

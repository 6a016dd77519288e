import * as calls from '@candor/contract/calls/limits';
import type { LimitsView } from '@candor/contract/limits';
import type { Pool } from '../../platform/db/pool.ts';
import { Refused } from '../../platform/http/http-app.ts';
import type { HttpApp } from '../../platform/http/http-app.ts';
import { memoryLimit } from '../../platform/http/rate-limit.ts';
import type { RateLimit } from '../../platform/http/rate-limit.ts';
import { on, serve } from '../../platform/http/serve.ts';
import type { Call } from '../../platform/http/serve.ts';
import { runCommand } from '../../services/commands/run-commands.ts';
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

type Deps = LimitsDeps & { readonly limit: RateLimit };

const CHANGES_A_MINUTE = 20;

export function limitsRoutes(app: HttpApp, deps: LimitsDeps): void {
  const limit = memoryLimit({ points: CHANGES_A_MINUTE, durationSec: 60 });
  serve(app, { ...deps, limit }, [on(calls.readOwnLimits, readOwnLimits), on(calls.changeOwnLimits, changeOwnLimits)]);
}

async function readOwnLimits({ request }: Call<typeof calls.readOwnLimits>, deps: Deps): Promise<LimitsView> {
  const view = await readLimits(deps.readPool, deps.site, deps.sessions.memberOf(request).memberId);
  if (view === undefined) throw new Error('the member has no row');
  return view;
}

async function changeOwnLimits(call: Call<typeof calls.changeOwnLimits>, deps: Deps): Promise<LimitsView> {
  const { body, request } = call;
  const { pool, site } = deps;
  const { memberId } = deps.sessions.memberOf(request);
  await deps.limit.take(memberId.toString());
  const outcome = await runCommand(pool, changeLimits(site), {
    memberId,
    key: call.key,
    fingerprint: deps.fingerprints.of(body),
    input: body,
  });
  if (!outcome.ok) throw new Refused(outcome.error);
  if (outcome.value.ok) return outcome.value.value;
  const key = outcome.value.error;
  throw new Refused(key, { fields: { amount: key }, params: { decimals: site.currency.decimals } });
}

import * as calls from '@candor/contract/calls/first-run';
import { FIRST_RUN_STEPS } from '@candor/contract/first-run';
import type { FirstRunView } from '@candor/contract/first-run';
import type { Pool } from '../../platform/db/pool.ts';
import type { HttpApp } from '../../platform/http/http-app.ts';
import { memoryLimit } from '../../platform/http/rate-limit.ts';
import type { RateLimit } from '../../platform/http/rate-limit.ts';
import { on, serve } from '../../platform/http/serve.ts';
import type { Call } from '../../platform/http/serve.ts';
import type { Sessions } from '../../services/sessions/sessions.ts';
import { selectFirstRun, upsertFirstRun } from './first-run-store.ts';
import type { FirstRunRow } from './first-run-store.ts';

/**
 * How far a member came with the guide to the first practice order. It belongs to the account, so that a second device goes
 * on where the first one stopped, and does not ask again. It places no order and names no amount.
 */
export interface FirstRunDeps {
  pool: Pool;
  readPool: Pool;
  sessions: Sessions;
}

type Deps = FirstRunDeps & { readonly limit: RateLimit };

const CHANGES_A_MINUTE = 30;

export function firstRunRoutes(app: HttpApp, deps: FirstRunDeps): void {
  const limit = memoryLimit({ points: CHANGES_A_MINUTE, durationSec: 60 });
  serve(app, { ...deps, limit }, [on(calls.readFirstRun, readFirstRun), on(calls.keepFirstRun, keepFirstRun)]);
}

async function readFirstRun({ request }: Call<typeof calls.readFirstRun>, deps: Deps): Promise<FirstRunView> {
  return viewOf(await selectFirstRun(deps.readPool, deps.sessions.memberOf(request).memberId));
}

async function keepFirstRun({ body, request }: Call<typeof calls.keepFirstRun>, deps: Deps): Promise<FirstRunView> {
  const { memberId } = deps.sessions.memberOf(request);
  await deps.limit.take(memberId.toString());
  const { step, product, left } = body;
  await upsertFirstRun(deps.pool, memberId, {
    step: step === undefined ? undefined : FIRST_RUN_STEPS.indexOf(step) + 1,
    product,
    left,
  });
  return viewOf(await selectFirstRun(deps.pool, memberId));
}

function viewOf({ step, product, left, order }: FirstRunRow): FirstRunView {
  return { offered: order === null && !left, step: FIRST_RUN_STEPS[(step ?? 1) - 1] ?? 'product', product, order };
}

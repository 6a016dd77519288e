import { envelopeOf } from '@candor/contract/envelope';
import { FIRST_RUN_STEPS, firstRunBody, firstRunView } from '@candor/contract/first-run';
import type { FirstRunView } from '@candor/contract/first-run';
import { PATHS } from '@candor/contract/routes';
import type { Pool } from '../../platform/db/pool.ts';
import { ok } from '../../platform/http/http-app.ts';
import type { HttpApp } from '../../platform/http/http-app.ts';
import { memoryLimit } from '../../platform/http/rate-limit.ts';
import { memberRoute } from '../../platform/http/route-cost.ts';
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

const TAGS = ['account'];
const CHANGES_A_MINUTE = 30;

export function firstRunRoutes(app: HttpApp, { pool, readPool, sessions }: FirstRunDeps): void {
  const limit = memoryLimit({ points: CHANGES_A_MINUTE, durationSec: 60 });
  const response = { 200: envelopeOf(firstRunView) };

  app.get(PATHS.firstRun, { config: memberRoute('lookup'), schema: { tags: TAGS, response } }, async (request) =>
    ok(viewOf(await selectFirstRun(readPool, sessions.memberOf(request).memberId))),
  );

  app.put(
    PATHS.firstRun,
    { config: memberRoute('change'), schema: { tags: TAGS, body: firstRunBody, response } },
    async (request) => {
      const { memberId } = sessions.memberOf(request);
      await limit.take(memberId.toString());
      const { step, product, left } = request.body;
      await upsertFirstRun(pool, memberId, {
        step: step === undefined ? undefined : FIRST_RUN_STEPS.indexOf(step) + 1,
        product,
        left,
      });
      return ok(viewOf(await selectFirstRun(pool, memberId)));
    },
  );
}

function viewOf({ step, product, left, order }: FirstRunRow): FirstRunView {
  return { offered: order === null && !left, step: FIRST_RUN_STEPS[(step ?? 1) - 1] ?? 'product', product, order };
}

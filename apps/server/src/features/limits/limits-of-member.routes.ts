import { memberParams } from '@candor/contract/console-members';
import { CONSOLE_PATHS } from '@candor/contract/console-paths';
import { envelopeOf } from '@candor/contract/envelope';
import { limitsView } from '@candor/contract/limits';
import { patternOf } from '@candor/contract/routes';
import type { Pool } from '../../platform/db/pool.ts';
import { ok, Refused } from '../../platform/http/http-app.ts';
import type { HttpApp } from '../../platform/http/http-app.ts';
import { operatorRoute } from '../../platform/http/route-cost.ts';
import type { Site } from '../../services/site/site.ts';
import { readLimits } from './limits-view.ts';

/** An operator sees what a member decided for themselves. Nobody in the console may change it. */
export function limitsOfMemberRoutes(app: HttpApp, { pool, site }: { pool: Pool; site: Site }): void {
  app.get(
    patternOf(CONSOLE_PATHS.memberLimits, 'id'),
    {
      config: operatorRoute('lookup', 'member:profile:read'),
      schema: { tags: ['members'], params: memberParams, response: { 200: envelopeOf(limitsView) } },
    },
    async (request) => {
      const view = await readLimits(pool, site, BigInt(request.params.id));
      if (view === undefined) throw new Refused('MEMBER_NOT_FOUND');
      return ok(view);
    },
  );
}

import * as calls from '@candor/contract/calls/console/limits';
import type { LimitsView } from '@candor/contract/limits';
import type { Pool } from '../../platform/db/pool.ts';
import { Refused } from '../../platform/http/http-app.ts';
import type { HttpApp } from '../../platform/http/http-app.ts';
import { on, serve } from '../../platform/http/serve.ts';
import type { Call } from '../../platform/http/serve.ts';
import type { Site } from '../../services/site/site.ts';
import { readLimits } from './limits-view.ts';

interface Deps {
  readonly pool: Pool;
  readonly site: Site;
}

/** The console sees what a member decided for themselves. Nobody there may change it. */
export function limitsOfMemberRoutes(app: HttpApp, deps: Deps): void {
  serve(app, deps, [on(calls.readLimitsOfMember, readLimitsOfMember)]);
}

async function readLimitsOfMember(
  { params }: Call<typeof calls.readLimitsOfMember>,
  { pool, site }: Deps,
): Promise<LimitsView> {
  const view = await readLimits(pool, site, BigInt(params.id));
  if (view === undefined) throw new Refused('MEMBER_NOT_FOUND');
  return view;
}

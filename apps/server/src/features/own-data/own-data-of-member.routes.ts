import * as calls from '@candor/contract/calls/console/own-data';
import type { OwnDataOfMemberView } from '@candor/contract/own-data';
import type { KeptDays } from '../../platform/config/kept-days.ts';
import type { Pool } from '../../platform/db/pool.ts';
import { Refused } from '../../platform/http/http-app.ts';
import type { HttpApp } from '../../platform/http/http-app.ts';
import { on, serve } from '../../platform/http/serve.ts';
import type { Call } from '../../platform/http/serve.ts';
import type { Site } from '../../services/site/site.ts';
import { hasMember } from './closing-store.ts';
import { readOwnDataOfMember } from './own-data-view.ts';

interface Deps {
  readonly pool: Pool;
  readonly config: KeptDays;
  readonly site: Pick<Site, 'currency'>;
}

/** The console sees what a member asked for about themselves. Nobody there may ask, stop or hurry it. */
export function ownDataOfMemberRoutes(app: HttpApp, deps: Deps): void {
  serve(app, deps, [on(calls.readOwnDataOfMember, answerReadOwnDataOfMember)]);
}

async function answerReadOwnDataOfMember(
  { params }: Call<typeof calls.readOwnDataOfMember>,
  { pool, config, site }: Deps,
): Promise<OwnDataOfMemberView> {
  const memberId = BigInt(params.id);
  if (!(await hasMember(pool, memberId))) throw new Refused('MEMBER_NOT_FOUND');
  return await readOwnDataOfMember(pool, memberId, { settings: config, currency: site.currency });
}

import * as calls from '@candor/contract/calls/console/rewards';
import { cursorNumber, pageOf } from '../../../platform/http/paging.ts';
import { on, serve } from '../../../platform/http/serve.ts';
import type { Answered, Call } from '../../../platform/http/serve.ts';
import type { Pool } from '../../../platform/db/pool.ts';
import type { HttpApp } from '../../../platform/http/http-app.ts';
import type { Site } from '../../../services/site/site.ts';
import { selectInvitations } from './reward-store.ts';
import { operatorInvitationView } from './reward-view.ts';

interface RewardsDeps {
  readonly pool: Pool;
  readonly site: Site;
}

/** Invitations and their rewards, as an operator sees them: what waits, what was paid, what was refused and why. Nothing is decided here. */
export function rewardsRoutes(app: HttpApp, deps: RewardsDeps): void {
  serve(app, deps, [on(calls.listInvitations, listInvitations)]);
}

type List = typeof calls.listInvitations;

async function listInvitations({ query }: Call<List>, { pool, site }: RewardsDeps): Promise<Answered<List>> {
  const filter = { states: query.status, member: query.member, beforeId: cursorNumber(query.cursor) };
  return await pageOf({
    paging: query,
    read: async (limit) => await selectInvitations(pool, { ...filter, limit }),
    view: (row) => operatorInvitationView(row, site.currency),
    cursorOf: ({ invitee }) => invitee.id,
  });
}

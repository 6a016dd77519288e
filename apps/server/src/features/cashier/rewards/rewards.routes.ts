import { CONSOLE_PATHS } from '@candor/contract/console-paths';
import { envelopeOf } from '@candor/contract/envelope';
import { PAGE_LIMIT_DEFAULT } from '@candor/contract/fields';
import { operatorInvitationsQuery, operatorInvitationsView } from '@candor/contract/rewards';
import type { Pool } from '../../../platform/db/pool.ts';
import { ok, Refused } from '../../../platform/http/http-app.ts';
import type { HttpApp } from '../../../platform/http/http-app.ts';
import { operatorRoute } from '../../../platform/http/route-cost.ts';
import type { Site } from '../../../services/site/site.ts';
import { selectInvitations } from './reward-store.ts';
import { operatorInvitationView } from './reward-view.ts';

/** Invitations and their rewards, as an operator sees them: what waits, what was paid, what was refused and why. Nothing is decided here. */
export function rewardsRoutes(app: HttpApp, { pool, site }: { pool: Pool; site: Site }): void {
  const schema = {
    tags: ['rewards'],
    querystring: operatorInvitationsQuery,
    response: { 200: envelopeOf(operatorInvitationsView) },
  };
  app.get(
    CONSOLE_PATHS.invitations,
    { config: operatorRoute('list', 'cashier:deposit:read'), schema },
    async ({ query }) => {
      const limit = query.limit ?? PAGE_LIMIT_DEFAULT;
      if (query.cursor !== undefined && !/^\d{1,18}$/.test(query.cursor))
        throw new Refused('FIELD_INVALID', { fields: { cursor: 'FIELD_INVALID' } });
      const rows = await selectInvitations(pool, {
        states: query.status,
        member: query.member,
        beforeId: query.cursor === undefined ? undefined : BigInt(query.cursor),
        limit: limit + 1,
      });
      const page = rows.slice(0, limit);
      return ok({
        items: page.map((row) => operatorInvitationView(row, site.currency)),
        nextCursor: rows.length > limit ? (page.at(-1)?.invitee.id ?? null) : null,
      });
    },
  );
}

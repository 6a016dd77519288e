import { inviteView } from '@candor/contract/cashier';
import { envelopeOf } from '@candor/contract/envelope';
import { PATHS } from '@candor/contract/routes';
import { formatMoney, formatRate, money, rate } from '@candor/domain/money';
import { ok } from '../../platform/http/http-app.ts';
import type { HttpApp, HttpRequest } from '../../platform/http/http-app.ts';
import { memoryLimit } from '../../platform/http/rate-limit.ts';
import { memberRoute } from '../../platform/http/route-cost.ts';
import { requireIdempotencyKey } from '../../services/idempotency/idempotency.ts';
import { selectInvite, selectOwnInvitations } from './rewards/reward-store.ts';
import { ownInvitationView } from './rewards/reward-view.ts';
import { CASHIER_TAGS } from './cashier-calls.ts';
import type { CashierDeps } from './cashier-calls.ts';
import { depositRoutes } from './deposits.routes.ts';
import { withdrawalRoutes } from './withdrawals.routes.ts';

/** Changes of one member: creating, paying and cancelling. */
const CHANGES = { points: 30, durationSec: 60 };

const INVITATIONS_SHOWN = 50;

/** Money in and out, as members ask for it. */
export function cashierRoutes(app: HttpApp, deps: CashierDeps): void {
  const limit = memoryLimit(CHANGES);
  const change = async (request: HttpRequest): Promise<{ memberId: bigint; key: string }> => {
    const { memberId } = deps.sessions.memberOf(request);
    const key = requireIdempotencyKey(request);
    await limit.take(memberId.toString());
    return { memberId, key };
  };
  depositRoutes(app, deps, change);
  withdrawalRoutes(app, deps, change);
  inviteRoutes(app, deps);
}

function inviteRoutes(app: HttpApp, { readPool, site, sessions }: CashierDeps): void {
  app.get(
    PATHS.invite,
    { config: memberRoute('lookup'), schema: { tags: CASHIER_TAGS, response: { 200: envelopeOf(inviteView) } } },
    async (request) => {
      const { memberId } = sessions.memberOf(request);
      const row = await selectInvite(readPool, memberId);
      const invitations = await selectOwnInvitations(readPool, memberId, INVITATIONS_SHOWN);
      const text = (amount: bigint) => formatMoney(money(amount), site.currency);
      return ok({
        code: row.code,
        path: `/#/pages/register?invite=${row.code}`,
        reward: text(row.reward),
        invited: Number(row.invited),
        rewarded: Number(row.rewarded),
        earned: text(row.earned),
        turnoverRate: formatRate(rate(row.turnoverRate)),
        dayMax: row.dayMax,
        invitations: invitations.map((each) => ownInvitationView(each, site.currency)),
      });
    },
  );
}

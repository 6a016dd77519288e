import * as calls from '@candor/contract/calls/cashier';
import { on, serve } from '../../platform/http/serve.ts';
import type { Answered, Call } from '../../platform/http/serve.ts';
import { formatMoney, formatRate, money, rate } from '@candor/domain/money';
import type { HttpApp } from '../../platform/http/http-app.ts';
import { memoryLimit } from '../../platform/http/rate-limit.ts';
import { selectInvite, selectOwnInvitations } from './rewards/reward-store.ts';
import { ownInvitationView } from './rewards/reward-view.ts';
import type { CashierDeps, Change } from './cashier-calls.ts';
import { depositRoutes } from './deposits.routes.ts';
import { withdrawalRoutes } from './withdrawals.routes.ts';

/** Changes of one member: creating, paying and cancelling. */
const CHANGES = { points: 30, durationSec: 60 };

const INVITATIONS_SHOWN = 50;

/** Money in and out, as members ask for it. */
export function cashierRoutes(app: HttpApp, deps: CashierDeps): void {
  const limit = memoryLimit(CHANGES);
  const change: Change = async (call) => {
    const { memberId } = deps.sessions.memberOf(call.request);
    const { key } = call;
    await limit.take(memberId.toString());
    return { memberId, key };
  };
  depositRoutes(app, deps, change);
  withdrawalRoutes(app, deps, change);
  inviteRoutes(app, deps);
}

function inviteRoutes(app: HttpApp, deps: CashierDeps): void {
  serve(app, deps, [on(calls.readInvite, readInvite)]);
}

async function readInvite(
  { request }: Call<typeof calls.readInvite>,
  { readPool, site, sessions }: CashierDeps,
): Promise<Answered<typeof calls.readInvite>> {
  const { memberId } = sessions.memberOf(request);
  const row = await selectInvite(readPool, memberId);
  const invitations = await selectOwnInvitations(readPool, memberId, INVITATIONS_SHOWN);
  const text = (amount: bigint) => formatMoney(money(amount), site.currency);
  return {
    code: row.code,
    path: `/#/pages/register?invite=${row.code}`,
    reward: text(row.reward),
    invited: Number(row.invited),
    rewarded: Number(row.rewarded),
    earned: text(row.earned),
    turnoverRate: formatRate(rate(row.turnoverRate)),
    dayMax: row.dayMax,
    invitations: invitations.map((each) => ownInvitationView(each, site.currency)),
  };
}

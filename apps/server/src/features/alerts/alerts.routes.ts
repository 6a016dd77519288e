import * as calls from '@candor/contract/calls/alerts';
import { on, serve } from '../../platform/http/serve.ts';
import type { Answered, Call } from '../../platform/http/serve.ts';
import { idField } from '@candor/contract/fields';
import { ALERTS_MAX } from '@candor/domain/market/price-alert';
import * as z from 'zod/mini';
import type { Clock } from '../../platform/clock/clock.ts';
import type { Pool } from '../../platform/db/pool.ts';
import { Refused } from '../../platform/http/http-app.ts';
import type { HttpApp } from '../../platform/http/http-app.ts';
import { postgresLimit } from '../../platform/http/rate-limit.ts';
import { runCommand } from '../../services/commands/run-commands.ts';
import type { Fingerprints } from '../../services/idempotency/idempotency.ts';
import type { Sessions } from '../../services/sessions/sessions.ts';
import { deleteAlert, selectAlerts } from './alert-store.ts';
import { alertViewOf, reminderViewOf } from './alert-view.ts';
import { deleteReminder, selectReminders } from './reminder-store.ts';
import { FINISHED_MAX, setAlert } from './set-alert.ts';
import { setReminder } from './set-reminder.ts';

/**
 * Price alerts, and reminders of the opening of a market. A member sees and removes only their own. The worker compares them
 * with the published ticks (fire-alerts.ts) and the sessions (tell-openings.ts); nothing here has a part in an order.
 */
export interface AlertsDeps {
  pool: Pool;
  readPool: Pool;
  clock: Pick<Clock, 'now'>;
  sessions: Sessions;
  fingerprints: Fingerprints;
}
const CHANGES = { name: 'alerts', points: 30, durationSec: 60 };
/** Each product has at most one waiting reminder, and at most 20 that were told are kept. */
const REMINDERS_MAX = 100;

export function alertsRoutes(app: HttpApp, deps: AlertsDeps): void {
  serve(app, alertsParts(deps), [
    on(calls.listAlerts, listAlerts),
    on(calls.makeAlert, makeAlert),
    on(calls.removeAlert, removeAlert),
    on(calls.makeReminder, makeReminder),
    on(calls.removeReminder, removeReminder),
  ]);
}

function alertsParts(deps: AlertsDeps) {
  const { pool, clock } = deps;
  const limit = postgresLimit(pool, CHANGES);
  const set = setAlert(() => clock.now());
  const params = z.strictObject({ id: idField });
  return { ...deps, limit, set, params };
}

type AlertsParts = ReturnType<typeof alertsParts>;

async function listAlerts(
  { request }: Call<typeof calls.listAlerts>,
  { readPool, clock, sessions }: AlertsParts,
): Promise<Answered<typeof calls.listAlerts>> {
  const { memberId } = sessions.memberOf(request);
  const alerts = await selectAlerts(readPool, memberId, ALERTS_MAX, FINISHED_MAX);
  const reminders = await selectReminders(readPool, memberId, REMINDERS_MAX);
  return {
    alerts: alerts.map((row) => alertViewOf(row, clock.now())),
    reminders: reminders.map(reminderViewOf),
    max: ALERTS_MAX,
  };
}

async function makeAlert(
  { body, key, request }: Call<typeof calls.makeAlert>,
  { pool, sessions, fingerprints, limit, set }: AlertsParts,
): Promise<Answered<typeof calls.makeAlert>> {
  const { memberId } = sessions.memberOf(request);
  await limit.take(memberId.toString());
  const outcome = await runCommand(pool, set, {
    memberId,
    key,
    fingerprint: fingerprints.of(body),
    input: body,
  });
  if (!outcome.ok) throw new Refused(outcome.error);
  if (!outcome.value.ok) {
    const key = outcome.value.error;
    const field = key === 'PRODUCT_NOT_FOUND' ? 'product' : 'price';
    throw new Refused(key, { fields: { [field]: key }, params: { max: ALERTS_MAX } });
  }
  return outcome.value.value;
}

async function removeAlert(
  { params, request }: Call<typeof calls.removeAlert>,
  { pool, sessions }: AlertsParts,
): Promise<Answered<typeof calls.removeAlert>> {
  const { memberId } = sessions.memberOf(request);
  return { removed: await deleteAlert(pool, memberId, params.id) };
}

async function makeReminder(
  { body, request }: Call<typeof calls.makeReminder>,
  { pool, clock, sessions, limit }: AlertsParts,
): Promise<Answered<typeof calls.makeReminder>> {
  const { memberId } = sessions.memberOf(request);
  await limit.take(memberId.toString());
  const reminder = await setReminder(pool, memberId, body.product, clock.now());
  if (!reminder.ok) throw new Refused(reminder.error);
  return reminder.value;
}

async function removeReminder(
  { params, request }: Call<typeof calls.removeReminder>,
  { pool, sessions }: AlertsParts,
): Promise<Answered<typeof calls.removeReminder>> {
  const { memberId } = sessions.memberOf(request);
  return { removed: await deleteReminder(pool, memberId, params.id) };
}

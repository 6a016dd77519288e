import { alertBody, alertView, alertsView, reminderBody, reminderView, removedView } from '@candor/contract/alerts';
import { envelopeOf } from '@candor/contract/envelope';
import { idField } from '@candor/contract/fields';
import { PATHS, patternOf } from '@candor/contract/routes';
import { ALERTS_MAX } from '@candor/domain/market/price-alert';
import * as z from 'zod/mini';
import type { Clock } from '../../platform/clock/clock.ts';
import type { Pool } from '../../platform/db/pool.ts';
import { header, ok, Refused } from '../../platform/http/http-app.ts';
import type { HttpApp } from '../../platform/http/http-app.ts';
import { postgresLimit } from '../../platform/http/rate-limit.ts';
import { memberRoute } from '../../platform/http/route-cost.ts';
import { runCommand } from '../../services/commands/run-commands.ts';
import { requireIdempotencyKey } from '../../services/idempotency/idempotency.ts';
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

const TAGS = ['market'];
const CHANGES = { name: 'alerts', points: 30, durationSec: 60 };
/** Each product has at most one waiting reminder, and at most 20 that were told are kept. */
const REMINDERS_MAX = 100;

export function alertsRoutes(app: HttpApp, { pool, readPool, clock, sessions, fingerprints }: AlertsDeps): void {
  const change = memberRoute('change');
  const limit = postgresLimit(pool, CHANGES);
  const set = setAlert(() => clock.now());
  const params = z.strictObject({ id: idField });

  app.get(
    PATHS.alerts,
    { config: memberRoute('list'), schema: { tags: TAGS, response: { 200: envelopeOf(alertsView) } } },
    async (request) => {
      const { memberId } = sessions.memberOf(request);
      const alerts = await selectAlerts(readPool, memberId, ALERTS_MAX, FINISHED_MAX);
      const reminders = await selectReminders(readPool, memberId, REMINDERS_MAX);
      return ok({
        alerts: alerts.map((row) => alertViewOf(row, clock.now())),
        reminders: reminders.map(reminderViewOf),
        max: ALERTS_MAX,
      });
    },
  );

  app.post(
    PATHS.alerts,
    { config: change, schema: { tags: TAGS, body: alertBody, response: { 200: envelopeOf(alertView) } } },
    async (request) => {
      const { memberId } = sessions.memberOf(request);
      await limit.take(memberId.toString());
      const outcome = await runCommand(pool, set, {
        memberId,
        key: header(request, 'idempotency-key') === undefined ? undefined : requireIdempotencyKey(request),
        fingerprint: fingerprints.of(request.body),
        input: request.body,
      });
      if (!outcome.ok) throw new Refused(outcome.error);
      if (!outcome.value.ok) {
        const key = outcome.value.error;
        const field = key === 'PRODUCT_NOT_FOUND' ? 'product' : 'price';
        throw new Refused(key, { fields: { [field]: key }, params: { max: ALERTS_MAX } });
      }
      return ok(outcome.value.value);
    },
  );

  app.delete(
    patternOf(PATHS.alert, 'id'),
    { config: change, schema: { tags: TAGS, params, response: { 200: envelopeOf(removedView) } } },
    async (request) => {
      const { memberId } = sessions.memberOf(request);
      return ok({ removed: await deleteAlert(pool, memberId, request.params.id) });
    },
  );

  app.post(
    PATHS.reminders,
    { config: change, schema: { tags: TAGS, body: reminderBody, response: { 200: envelopeOf(reminderView) } } },
    async (request) => {
      const { memberId } = sessions.memberOf(request);
      await limit.take(memberId.toString());
      const reminder = await setReminder(pool, memberId, request.body.product, clock.now());
      if (!reminder.ok) throw new Refused(reminder.error);
      return ok(reminder.value);
    },
  );

  app.delete(
    patternOf(PATHS.reminder, 'id'),
    { config: change, schema: { tags: TAGS, params, response: { 200: envelopeOf(removedView) } } },
    async (request) => {
      const { memberId } = sessions.memberOf(request);
      return ok({ removed: await deleteReminder(pool, memberId, request.params.id) });
    },
  );
}

import { envelopeOf } from '@candor/contract/envelope';
import { pushBody, pushView } from '@candor/contract/push';
import type { PushView } from '@candor/contract/push';
import { PATHS } from '@candor/contract/routes';
import type { Pool } from '../../platform/db/pool.ts';
import { ok, Refused } from '../../platform/http/http-app.ts';
import type { HttpApp } from '../../platform/http/http-app.ts';
import { memberRoute, moneyRoute } from '../../platform/http/route-cost.ts';
import { memoryLimit } from '../../platform/http/rate-limit.ts';
import type { Sessions } from '../../services/sessions/sessions.ts';
import { pushHostOf } from '../../platform/http/push-hosts.ts';
import { deleteSubscription, selectChosen, upsertSubscription } from './push-store.ts';
import type { Vapid } from './vapid.ts';

/**
 * Notifications of a device while the site is closed. Off until the member asks for them on that device. A subscription
 * belongs to the session that made it and ends with it. The device signs the call, so that a stolen token cannot have the
 * member's news sent elsewhere.
 */
export interface PushRoutesDeps {
  pool: Pool;
  sessions: Sessions;
  vapid: Vapid;
  /** Hosts that may be called. */
  pushHosts: readonly string[];
}

const TAGS = ['account'];
const CHANGES_A_MINUTE = 20;

export function pushRoutes(app: HttpApp, { pool, sessions, vapid, pushHosts }: PushRoutesDeps): void {
  const limit = memoryLimit({ points: CHANGES_A_MINUTE, durationSec: 60 });
  const schema = { tags: TAGS, response: { 200: envelopeOf(pushView) } };
  const viewOf = async (sessionId: string): Promise<PushView> => ({
    key: vapid.publicKey,
    chosen: (await selectChosen(pool, sessionId)) ?? null,
  });

  app.get(PATHS.push, { config: memberRoute('lookup'), schema }, async (request) =>
    ok(await viewOf(sessions.memberOf(request).sessionId)),
  );

  app.put(PATHS.push, { config: moneyRoute('change'), schema: { ...schema, body: pushBody } }, async (request) => {
    const { sessionId } = sessions.memberOf(request);
    await limit.take(sessionId);
    const { endpoint, keys, kinds, amounts, language } = request.body;
    const host = pushHostOf(endpoint, pushHosts);
    if (host === null) throw new Refused('PUSH_SERVICE_UNKNOWN', { fields: { endpoint: 'PUSH_SERVICE_UNKNOWN' } });
    await upsertSubscription(pool, {
      sessionId,
      endpoint,
      host,
      deviceKey: Buffer.from(keys.p256dh, 'base64url'),
      auth: Buffer.from(keys.auth, 'base64url'),
      kinds: [...new Set(kinds)],
      amounts,
      language,
    });
    return ok(await viewOf(sessionId));
  });

  app.delete(PATHS.push, { config: moneyRoute('change'), schema }, async (request) => {
    const { sessionId } = sessions.memberOf(request);
    await deleteSubscription(pool, sessionId);
    return ok(await viewOf(sessionId));
  });
}

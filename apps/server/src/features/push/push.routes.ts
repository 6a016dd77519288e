import * as calls from '@candor/contract/calls/push';
import type { PushView } from '@candor/contract/push';
import type { Pool } from '../../platform/db/pool.ts';
import { Refused } from '../../platform/http/http-app.ts';
import type { HttpApp } from '../../platform/http/http-app.ts';
import { memoryLimit } from '../../platform/http/rate-limit.ts';
import type { RateLimit } from '../../platform/http/rate-limit.ts';
import { on, serve } from '../../platform/http/serve.ts';
import type { Call } from '../../platform/http/serve.ts';
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

type Deps = PushRoutesDeps & { readonly limit: RateLimit };

const CHANGES_A_MINUTE = 20;

export function pushRoutes(app: HttpApp, deps: PushRoutesDeps): void {
  const limit = memoryLimit({ points: CHANGES_A_MINUTE, durationSec: 60 });
  serve(app, { ...deps, limit }, [
    on(calls.readPush, readPush),
    on(calls.choosePush, choosePush),
    on(calls.leavePush, leavePush),
  ]);
}

async function readPush({ request }: Call<typeof calls.readPush>, deps: Deps): Promise<PushView> {
  return await viewOf(deps, deps.sessions.memberOf(request).sessionId);
}

async function choosePush({ body, request }: Call<typeof calls.choosePush>, deps: Deps): Promise<PushView> {
  const { sessionId } = deps.sessions.memberOf(request);
  await deps.limit.take(sessionId);
  const { endpoint, keys, kinds, amounts, language } = body;
  const host = pushHostOf(endpoint, deps.pushHosts);
  if (host === null) throw new Refused('PUSH_SERVICE_UNKNOWN', { fields: { endpoint: 'PUSH_SERVICE_UNKNOWN' } });
  await upsertSubscription(deps.pool, {
    sessionId,
    endpoint,
    host,
    deviceKey: Buffer.from(keys.p256dh, 'base64url'),
    auth: Buffer.from(keys.auth, 'base64url'),
    kinds: [...new Set(kinds)],
    amounts,
    language,
  });
  return await viewOf(deps, sessionId);
}

async function leavePush({ request }: Call<typeof calls.leavePush>, deps: Deps): Promise<PushView> {
  const { sessionId } = deps.sessions.memberOf(request);
  await deleteSubscription(deps.pool, sessionId);
  return await viewOf(deps, sessionId);
}

async function viewOf({ pool, vapid }: Deps, sessionId: string): Promise<PushView> {
  return { key: vapid.publicKey, chosen: (await selectChosen(pool, sessionId)) ?? null };
}

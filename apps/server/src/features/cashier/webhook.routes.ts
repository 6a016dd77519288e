import * as calls from '@candor/contract/calls/payment-notices';
import { paymentNoticeBody } from '@candor/contract/cashier';
import type { Clock } from '../../platform/clock/clock.ts';
import type { Pool } from '../../platform/db/pool.ts';
import { header } from '../../platform/http/http-app.ts';
import type { HttpApp } from '../../platform/http/http-app.ts';
import { on, serve } from '../../platform/http/serve.ts';
import type { Answered, Call } from '../../platform/http/serve.ts';
import { selectChannels } from './channel-store.ts';
import { channelSecret, isSignedNotice, NOTICE_AGE_MS_MAX, readSignature } from './payment-signature.ts';
import { insertNotice } from './worker-store.ts';

const BODY_BYTES_MAX = 4_000;

interface WebhookDeps {
  readonly pool: Pool;
  readonly clock: Clock;
  readonly secret: Buffer;
}

/**
 * What payment services say. A notice is kept exactly as it came, with its signature; the worker proves it again and
 * credits. Answers are plain HTTP statuses, as payment services expect: 200 for a notice that is kept, also the second
 * time, 401 for a bad signature, 400 for a body in another form.
 */
export function webhookRoutes(app: HttpApp, deps: WebhookDeps): void {
  // The signature is over the bytes as they came, so this scope reads no JSON.
  void app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', { parseAs: 'string', bodyLimit: BODY_BYTES_MAX }, (_, body, done) =>
      done(null, body),
    );
    serve(scope, deps, [on(calls.sendPaymentNotice, sendPaymentNotice, { attachValidation: true })]);
  });
}

type Notice = typeof calls.sendPaymentNotice;

/** Its parameters and body may be anything: what the schema refused is answered here, with a plain status. */
async function sendPaymentNotice({ request, reply }: Call<Notice>, deps: WebhookDeps): Promise<Answered<Notice>> {
  const { pool, clock, secret } = deps;
  const refuse = async (status: number, why: string) => await reply.status(status).type('text/plain').send(why);
  const channel = calls.sendPaymentNotice.params.safeParse(request.params);
  const { body } = request;
  if (!channel.success || typeof body !== 'string') return await refuse(400, 'bad request');
  const signed = readSignature(header(request, 'candor-signature'));
  const ageMs = signed === undefined ? Number.NaN : Math.abs(clock.now() - Number(signed.signedAtSec) * 1_000);
  const key = channelSecret(secret, channel.data.channel);
  const isSigned = signed !== undefined && isSignedNotice(key, signed.signedAtSec, body, signed.signature);
  if (signed === undefined || !isSigned || !(ageMs <= NOTICE_AGE_MS_MAX)) return await refuse(401, 'bad signature');
  const notice = paymentNoticeBody.safeParse(jsonOf(body));
  const isOnline = (await selectChannels(pool)).some(
    ({ code, kind }) => code === channel.data.channel && kind === 'online',
  );
  if (!notice.success || !isOnline) return await refuse(400, 'bad notice');
  await insertNotice(pool, {
    channel: channel.data.channel,
    eventId: notice.data.event,
    body,
    signedAt: signed.signedAtSec,
    signature: signed.signature,
  });
  return await reply.status(200).type('text/plain').send('kept');
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

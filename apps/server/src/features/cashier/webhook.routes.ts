import { paymentNoticeBody } from '@candor/contract/cashier';
import { PATHS, patternOf } from '@candor/contract/routes';
import * as z from 'zod/mini';
import type { Clock } from '../../platform/clock/clock.ts';
import type { Pool } from '../../platform/db/pool.ts';
import { header } from '../../platform/http/http-app.ts';
import type { HttpApp } from '../../platform/http/http-app.ts';
import { publicRoute } from '../../platform/http/route-cost.ts';
import { selectChannels } from './channel-store.ts';
import { channelSecret, isSignedNotice, NOTICE_AGE_MS_MAX, readSignature } from './payment-signature.ts';
import { insertNotice } from './worker-store.ts';

const BODY_BYTES_MAX = 4_000;
const channelParams = z.strictObject({ channel: z.string().check(z.regex(/^[a-z0-9-]{2,32}$/)) });

/**
 * What payment services say. A notice is kept exactly as it came, with its signature; the worker proves it again and
 * credits. Answers are plain HTTP statuses, as payment services expect: 200 for a notice that is kept, also the second
 * time, 401 for a bad signature, 400 for a body in another form.
 */
export function webhookRoutes(
  app: HttpApp,
  { pool, clock, secret }: { pool: Pool; clock: Clock; secret: Buffer },
): void {
  // The signature is over the bytes as they came, so this scope reads no JSON.
  void app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', { parseAs: 'string', bodyLimit: BODY_BYTES_MAX }, (_, body, done) =>
      done(null, body),
    );
    scope.post(
      patternOf(PATHS.paymentNotice, 'channel'),
      { config: publicRoute('memory'), schema: { tags: ['cashier'], params: channelParams }, attachValidation: true },
      async (request, reply) => {
        const refuse = async (status: number, why: string) => await reply.status(status).type('text/plain').send(why);
        const channel = channelParams.safeParse(request.params);
        const { body } = request;
        if (!channel.success || typeof body !== 'string') return await refuse(400, 'bad request');
        const signed = readSignature(header(request, 'candor-signature'));
        const ageMs = signed === undefined ? Number.NaN : Math.abs(clock.now() - Number(signed.signedAtSec) * 1_000);
        const key = channelSecret(secret, channel.data.channel);
        const isSigned = signed !== undefined && isSignedNotice(key, signed.signedAtSec, body, signed.signature);
        if (signed === undefined || !isSigned || !(ageMs <= NOTICE_AGE_MS_MAX))
          return await refuse(401, 'bad signature');
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
      },
    );
  });
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

import { createHash } from 'node:crypto';
import type { Hash } from 'node:crypto';
import { Transform } from 'node:stream';
import type { Readable } from 'node:stream';
import { DEVICE_SIGNATURE_HEADER, readDeviceSignature, textOfCall } from '@candor/contract/signed-calls';
import type { Clock } from '../platform/clock/clock.ts';
import type { Db } from '../platform/db/pool.ts';
import { sqlState } from '../platform/db/transaction.ts';
import { header, Refused } from '../platform/http/http-app.ts';
import type { HttpApp, HttpRequest } from '../platform/http/http-app.ts';
import { memoryLimit } from '../platform/http/rate-limit.ts';
import type { Sessions } from '../services/sessions/sessions.ts';
import { isSignedBy } from '../services/signatures/device-signature.ts';
import { insertNonce, selectDeviceKey } from '../services/device-keys/device-key-store.ts';

/**
 * Makes `signed` of a declared call mean something: a call is carried out only if the device that opened the session
 * signed exactly this call, a moment ago, for the first time. A stolen token alone moves no money. Call it after
 * `guardRoutes`, which finds the session, and before the routes are registered.
 */
export interface SignatureDeps {
  pool: Db;
  clock: Pick<Clock, 'now'>;
  sessions: Pick<Sessions, 'memberOf'>;
}

/** How old, or how far ahead of our clock, a signature may be. */
export const SIGNATURE_MS_MAX = 300_000;
/** Only the device itself can use these up: a signature counts once it has been verified. So few nonces are kept. */
const SIGNATURES = { points: 60, durationSec: 60 };

export function requireSignatures(app: HttpApp, deps: SignatureDeps): void {
  const bodies = new WeakMap<HttpRequest, Hash>();
  const verifySignature = createVerify(deps);
  app.addHook('onRoute', (route) => {
    if (route.config?.access?.signed !== true) return;
    // After the session, before the body is read.
    route.onRequest = [...[route.onRequest ?? []].flat(), async (request: HttpRequest) => void signatureOf(request)];
    route.preParsing = [
      ...[route.preParsing ?? []].flat(),
      async (request: HttpRequest, _: unknown, payload: Readable) => {
        const body = createHash('sha256');
        bodies.set(request, body);
        const tap = new Transform({
          transform: (chunk: Buffer, __, done) => {
            body.update(chunk);
            done(null, chunk);
          },
        });
        return payload.once('error', (error) => tap.destroy(error)).pipe(tap);
      },
    ];
    // Before the schema: a caller without the key learns nothing from it.
    route.preValidation = [
      async (request: HttpRequest) => {
        const bodyHash = bodies.get(request)?.digest('hex');
        if (bodyHash === undefined) throw new Error('a signed call had no hash of its body');
        await verifySignature(request, bodyHash);
      },
      ...[route.preValidation ?? []].flat(),
    ];
  });
}

const FOREIGN_KEY_SQLSTATE = '23503';

function signatureOf(request: HttpRequest): NonNullable<ReturnType<typeof readDeviceSignature>> {
  const signature = readDeviceSignature(header(request, DEVICE_SIGNATURE_HEADER.toLowerCase()) ?? '');
  if (signature === null) throw new Refused('DEVICE_KEY_REQUIRED');
  return signature;
}

/**
 * One refusal for a session without a key, another session's key and a changed call: they are the same to the caller, who
 * has to log in. A nonce is used once. Whoever copied a call could otherwise repeat one that was refused, after the reason
 * for the refusal is gone.
 */
function createVerify({ pool, clock, sessions }: SignatureDeps) {
  const limit = memoryLimit(SIGNATURES);
  return async (request: HttpRequest, bodyHash: string): Promise<void> => {
    const { sessionId } = sessions.memberOf(request);
    const { timeMs, nonce, signature } = signatureOf(request);
    const idempotencyKey = header(request, 'idempotency-key')?.toLowerCase() ?? '';
    const key = await selectDeviceKey(pool, sessionId);
    const text = textOfCall({ method: request.method, path: request.url, bodyHash, idempotencyKey, timeMs, nonce });
    if (key === null || !(await isSignedBy(key, text, Buffer.from(signature, 'base64url'))))
      throw new Refused('DEVICE_KEY_REQUIRED');
    if (Math.abs(clock.now() - timeMs) > SIGNATURE_MS_MAX) throw new Refused('SIGNATURE_EXPIRED');
    await limit.take(sessionId);
    const isFirst = await insertNonce(pool, { sessionId, nonce, expiresAtMs: timeMs + SIGNATURE_MS_MAX }).catch(
      (error: unknown) => {
        // The session ended while the call was on its way.
        throw sqlState(error) === FOREIGN_KEY_SQLSTATE ? new Refused('SESSION_INVALID') : error;
      },
    );
    if (!isFirst) throw new Refused('SIGNATURE_USED');
  };
}

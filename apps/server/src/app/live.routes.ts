import { fetchLive } from '@candor/contract/calls/live';
import { SAY_MAX } from '@candor/contract/live-box';
import type { HttpApp } from '../platform/http/http-app.ts';
import { TooMany } from '../platform/http/http-app.ts';
import { on, serve } from '../platform/http/serve.ts';
import type { Call } from '../platform/http/serve.ts';
import type { LiveHub } from '../platform/live/live-hub.ts';

/*
 * The live connection for readers without a WebSocket. Who may hold one, what it gets and when it ends is decided by the hub, as for
 * sockets: the session comes in a frame, and ends with the session.
 */

interface LiveDeps {
  readonly hub: Pick<LiveHub, 'fetch'>;
}

/** No place: another try in this time. */
const FULL_RETRY_SEC = 5;
/** As a socket that broke: the reader opens another box, and reads again. */
const NO_SUCH_BOX = { box: '', first: 0, frames: [], ended: 1006 };

export function liveRoutes(app: HttpApp, deps: LiveDeps): void {
  serve(app, deps, [on(fetchLive, fetchFrames)]);
}

async function fetchFrames({ body, request, reply }: Call<typeof fetchLive>, { hub }: LiveDeps) {
  const gone = new Promise<void>((resolve) => {
    reply.raw.once('close', resolve);
  });
  const answer = await hub.fetch({ ...body, isFull: body.say.length >= SAY_MAX, address: request.ip, gone });
  if (answer === undefined) return NO_SUCH_BOX;
  if ('refused' in answer) throw new TooMany(FULL_RETRY_SEC);
  return answer;
}

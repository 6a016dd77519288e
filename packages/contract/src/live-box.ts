import * as z from 'zod/mini';
import { countSchema } from './envelope.ts';
import { CLIENT_FRAME_BYTES_MAX } from './live.ts';

/*
 * The frames of GET /ws without a WebSocket. The first call opens a box; each further call names it, and the number of the
 * last frame that arrived. A call waits up to 20 seconds for a frame, half a second if it says something, and not at all if it
 * is full. A client has one waiting call: a second one answers it.
 */

/** Frames of the client in one call. */
export const SAY_MAX = 8;

export const fetchLiveBody = z.strictObject({
  /** Null opens one. */
  box: z.nullable(z.string().check(z.maxLength(64))),
  /** The number of the last frame that arrived; 0 before the first. */
  after: countSchema,
  /** Frames as on the socket: `auth`, `sub`, `unsub`, `ping`. They may be sent again after a call that failed. */
  say: z.array(z.string().check(z.maxLength(CLIENT_FRAME_BYTES_MAX))).check(z.maxLength(SAY_MAX)),
});
export type FetchLiveBody = z.infer<typeof fetchLiveBody>;

export const fetchLiveView = z.object({
  box: z.string(),
  /** The number of the first frame; the others follow it. */
  first: countSchema,
  /** Frames as on the socket. They come again until a call says that they arrived. */
  frames: z.array(z.string()),
  /** The close code that a socket would have; null while it is open. */
  ended: z.nullable(countSchema),
});
export type FetchLiveView = z.infer<typeof fetchLiveView>;

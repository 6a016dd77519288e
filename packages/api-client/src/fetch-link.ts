/*
 * The live connection where no WebSocket can be opened: one call that waits after the other (contract, live-box.ts). Frames are
 * numbered, and come again until a call says that they arrived, so a call that fails loses nothing.
 */

import type { FetchLiveBody, FetchLiveView } from '@candor/contract/live-box';
import { LINK_CLOSED, LINK_OPEN } from './live-link.ts';
import type { LinkLike } from './live-link.ts';

export type FetchFrames = (body: FetchLiveBody, signal: AbortSignal) => Promise<FetchLiveView>;

/** Frames of the client in one call (contract: SAY_MAX). */
const SAY_AT_ONCE = 8;
/** Frames that may wait. The server refuses as many in a moment: a link that is opened anew says it all in a few frames. */
const SAY_WAITING_MAX = 120;
/** The pauses after calls that failed; then the link is lost. */
const PAUSES_MS = [500, 2_000];
const LOST = 1006;

export function createFetchLink(fetchFrames: FetchFrames): LinkLike {
  const ending = new AbortController();
  let box: string | null = null;
  /** The last frame that arrived. */
  let after = 0;
  /** What is still to be said. It may be said twice: each frame of a client means the same when it is repeated. */
  let say: string[] = [];
  let readyState = 0;
  let newest = 0;
  let failures = 0;
  let isPlanned = false;
  /** A call with frames of the client is on its way, or waits for its next try. */
  let isSaying = false;

  /**
   * The newest call keeps the line: when something is said while a call waits, another one carries it. Of those that say
   * something there is one at a time, and the server answers it soon: frames arrive in the order in which they were said.
   */
  async function call(): Promise<void> {
    newest += 1;
    const own = newest;
    const said = say.splice(0, SAY_AT_ONCE);
    isSaying = said.length > 0;
    try {
      const answer = await fetchFrames({ box, after, say: said }, ending.signal);
      if (readyState === LINK_CLOSED) return;
      failures = 0;
      take(answer);
    } catch {
      if (readyState === LINK_CLOSED) return;
      say = [...said, ...say];
      const pauseMs = PAUSES_MS[failures];
      failures += 1;
      if (pauseMs === undefined) return lose(LOST);
      await new Promise((resolve) => setTimeout(resolve, pauseMs));
    }
    if (own === newest && readyState !== LINK_CLOSED) void call();
  }

  function take({ box: name, first, frames, ended }: FetchLiveView): void {
    if (box === null && ended === null) {
      box = name;
      readyState = LINK_OPEN;
      link.onopen?.();
    }
    for (const [index, data] of frames.entries()) {
      if (first + index <= after) continue;
      after = first + index;
      link.onmessage?.({ data });
    }
    if (ended !== null) lose(ended);
  }

  function lose(code: number): void {
    if (readyState === LINK_CLOSED) return;
    link.close();
    link.onclose?.({ code });
  }

  const link: LinkLike & { readyState: number } = {
    get readyState() {
      return readyState;
    },
    send(text) {
      say.push(text);
      if (isPlanned) return;
      isPlanned = true;
      // What is said in one moment goes together.
      queueMicrotask(() => {
        isPlanned = false;
        if (say.length > SAY_WAITING_MAX) lose(LOST);
        else if (readyState === LINK_OPEN && say.length > 0 && !isSaying) void call();
      });
    },
    close() {
      readyState = LINK_CLOSED;
      ending.abort();
    },
    onopen: null,
    onmessage: null,
    onclose: null,
    onerror: null,
  };
  // The handlers are set after this returns.
  queueMicrotask(() => void call());
  return link;
}

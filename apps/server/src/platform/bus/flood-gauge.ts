/**
 * What a connection may hear in one second. Whoever may send on a bus may send too much: a connection that hears more is cut, and what
 * was sent meanwhile is never read. Readers look without being told.
 */
const FLOOD = { messages: 4_000, bytes: 8_000_000 } as const;
const FLOOD_WINDOW_MS = 1_000;
/** The pause after a flood. */
export const FLOOD_REST_MS = 5_000;

/** Says of each message whether more came within the last second than an honest site sends. */
export function floodGauge(): (bytes: number) => boolean {
  let [messages, bytes, sinceMs] = [0, 0, performance.now()];
  return (more) => {
    const nowMs = performance.now();
    if (nowMs - sinceMs > FLOOD_WINDOW_MS) [messages, bytes, sinceMs] = [0, 0, nowMs];
    messages += 1;
    bytes += more;
    return messages > FLOOD.messages || bytes > FLOOD.bytes;
  };
}

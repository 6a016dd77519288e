/** What carries the frames of the live connection: a WebSocket, or calls that wait (fetch-link.ts). */
export type LinkLike = {
  readonly readyState: number;
  send: (text: string) => void;
  close: () => void;
  onopen: (() => void) | null;
  onmessage: ((event: { data: unknown }) => void) | null;
  onclose: ((event: { code: number }) => void) | null;
  onerror: (() => void) | null;
};

export type LiveLink = WebSocket | LinkLike;

/** As `WebSocket.OPEN` and `WebSocket.CLOSED`, which some web views do not have. */
export const LINK_OPEN = 1;
export const LINK_CLOSED = 3;

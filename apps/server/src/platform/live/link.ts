import type { WebSocket } from 'ws';
import type { Outlet } from './socket-sender.ts';

/** What carries the frames of one reader: a WebSocket, or a box that it fetches them from (live-box.ts). */
export interface Link extends Outlet {
  close: (code: number) => void;
  terminate: () => void;
  /** Asks for a sign of life. False: none is needed, the link ends by itself. */
  ping: () => boolean;
  /** The connection is gone, and its place is free. */
  onClosed: (listener: () => void) => void;
}

export function linkOf(socket: WebSocket): Link {
  return {
    get bufferedAmount() {
      return socket.bufferedAmount;
    },
    send: (bytes, options) => socket.send(bytes, options),
    close: (code) => socket.close(code),
    terminate: () => socket.terminate(),
    ping: () => {
      socket.ping();
      return true;
    },
    onClosed: (listener) => socket.once('close', listener),
  };
}

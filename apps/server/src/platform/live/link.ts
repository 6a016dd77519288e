import type { Duplex } from 'node:stream';
import { WebSocket } from 'ws';
import type { Gathering } from './gathered-writes.ts';
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

/**
 * @param connection what carries the socket. Frames are whole and not compressed, so it takes them between those that the
 * library writes.
 */
export function linkOf(socket: WebSocket, connection: Duplex, gathering: Gathering): Link {
  const gathered = gathering((bytes) => {
    // Nothing may follow the frame that closes.
    if (socket.readyState === WebSocket.OPEN) connection.write(bytes);
  });
  socket.once('close', gathered.drop);
  return {
    get bufferedAmount() {
      return connection.writableLength + gathered.length();
    },
    send: gathered.add,
    close: (code) => {
      gathered.flush();
      socket.close(code);
    },
    terminate: () => {
      gathered.drop();
      socket.terminate();
    },
    ping: () => {
      socket.ping();
      return true;
    },
    onClosed: (listener) => socket.once('close', listener),
  };
}

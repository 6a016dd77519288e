import { WebSocket } from 'ws';
import { outgoingAgent } from '../../../platform/http/outgoing-proxies.ts';
import type { Clock } from '../../../platform/clock/clock.ts';

const HANDSHAKE_TIMEOUT_MS = 4000;

export interface Connection {
  ageMs(): number;
  /** Time since the last frame or ping. */
  silentForMs(): number;
  /** Sends nothing before the connection is open. */
  send(text: string): void;
  /** Ends the connection as broken; the owner is informed by onClose. */
  fail(reason: string): void;
  /** Ends the connection on purpose; the owner is not informed. */
  close(): void;
}

interface Events {
  /** A longer frame ends the connection. */
  readonly frameBytesMax: number;
  readonly clock: Pick<Clock, 'now'>;
  readonly onFrame: (text: string) => void;
  readonly onOpen: () => void;
  readonly onClose: (reason: string) => void;
}

/** One WebSocket. The library answers pings with their own payload, as the exchange demands. */
export function openConnection(url: string, { frameBytesMax, clock, onFrame, onOpen, onClose }: Events): Connection {
  const socket = new WebSocket(url, {
    handshakeTimeout: HANDSHAKE_TIMEOUT_MS,
    maxPayload: frameBytesMax,
    perMessageDeflate: false,
    agent: outgoingAgent(url),
  });
  const openedAt = clock.now();
  let lastTrafficAt = openedAt;
  let over = false;
  const end = (reason: string): void => {
    if (over) return;
    over = true;
    onClose(reason);
  };
  socket.on('open', () => {
    lastTrafficAt = clock.now();
    if (!over) onOpen();
  });
  socket.on('ping', () => {
    lastTrafficAt = clock.now();
  });
  socket.on('message', (data, isBinary) => {
    lastTrafficAt = clock.now();
    // eslint-disable-next-line no-base-to-string -- the default binaryType delivers one Buffer
    if (!over) onFrame(isBinary ? '' : data.toString());
  });
  socket.on('close', (code) => end(`closed with ${code}`));
  socket.on('error', (error) => end(error.message));
  return {
    ageMs: () => clock.now() - openedAt,
    silentForMs: () => clock.now() - lastTrafficAt,
    send: (text) => {
      if (socket.readyState === socket.OPEN) socket.send(text);
    },
    fail: (reason) => {
      socket.terminate();
      end(reason);
    },
    close: () => {
      over = true;
      socket.terminate();
    },
  };
}

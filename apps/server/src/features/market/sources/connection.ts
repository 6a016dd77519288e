import { WebSocket } from 'ws';
import type { Clock } from '../../../platform/clock/clock.ts';

/** A frame of these streams is a few hundred bytes. */
const FRAME_BYTES_MAX = 64 * 1024;
const HANDSHAKE_TIMEOUT_MS = 4000;

export interface Connection {
  ageMs(): number;
  /** How long neither a frame nor a ping has come. */
  silentForMs(): number;
  /** Nothing is sent before it is open. */
  send(text: string): void;
  /** Ends it as broken: the owner hears of it by onClose. */
  fail(reason: string): void;
  /** Ends it on purpose, without a word to the owner. */
  close(): void;
}

interface Events {
  readonly clock: Pick<Clock, 'now'>;
  readonly onFrame: (text: string) => void;
  readonly onOpen: () => void;
  readonly onClose: (reason: string) => void;
}

/** One WebSocket. Pings are answered by the library, with their own payload, as the exchange demands. */
export function openConnection(url: string, { clock, onFrame, onOpen, onClose }: Events): Connection {
  const socket = new WebSocket(url, {
    handshakeTimeout: HANDSHAKE_TIMEOUT_MS,
    maxPayload: FRAME_BYTES_MAX,
    perMessageDeflate: false,
  });
  const openedAt = clock.now();
  let heardAt = openedAt;
  let over = false;
  const end = (reason: string): void => {
    if (over) return;
    over = true;
    onClose(reason);
  };
  socket.on('open', () => {
    heardAt = clock.now();
    if (!over) onOpen();
  });
  socket.on('ping', () => {
    heardAt = clock.now();
  });
  socket.on('message', (data, isBinary) => {
    heardAt = clock.now();
    // eslint-disable-next-line no-base-to-string -- the default binaryType delivers one Buffer
    if (!over) onFrame(isBinary ? '' : data.toString());
  });
  socket.on('close', (code) => end(`closed with ${code}`));
  socket.on('error', (error) => end(error.message));
  return {
    ageMs: () => clock.now() - openedAt,
    silentForMs: () => clock.now() - heardAt,
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

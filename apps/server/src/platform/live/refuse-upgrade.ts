import { STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';

/** A client that does not close its half gets this long to read the answer. */
const LINGER_MS = 1_000;

/**
 * Answers an upgrade with a plain status and ends the connection. Nothing else owns the socket now, so its errors must
 * be handled here: otherwise one reset would end the process.
 */
export function refuseUpgrade(socket: Duplex, status: 400 | 403 | 404 | 429 | 503): void {
  socket.on('error', () => socket.destroy());
  socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\nconnection: close\r\ncontent-length: 0\r\n\r\n`);
  // Unread bytes would turn the close into a reset, and the answer would be lost.
  socket.resume();
  const timer = setTimeout(() => socket.destroy(), LINGER_MS);
  socket.once('close', () => clearTimeout(timer));
}

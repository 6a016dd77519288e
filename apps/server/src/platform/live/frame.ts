/**
 * One message of the server, encoded once for any number of readers. Frames of a server are not masked (RFC 6455, 5.1), so the
 * bytes on the wire are the same on every socket.
 */
export interface Frame {
  /** The WebSocket frame: its head and the text. */
  readonly wire: Buffer;
  /** The text alone, for readers without a WebSocket. */
  readonly text: Buffer;
}

/** A whole message of text. */
const FIN_TEXT = 0x81;
/** Longer ones carry their length in two bytes, or in eight. */
const SHORT_MAX = 125;
const TWO_BYTES = 126;
const TWO_BYTES_MAX = 0xff_ff;
const EIGHT_BYTES = 127;

export function frameOf(message: unknown): Frame {
  const text = JSON.stringify(message);
  const length = Buffer.byteLength(text);
  const headLength = length <= SHORT_MAX ? 2 : length <= TWO_BYTES_MAX ? 4 : 10;
  const wire = Buffer.allocUnsafe(headLength + length);
  wire[0] = FIN_TEXT;
  if (headLength === 2) wire[1] = length;
  else if (headLength === 4) {
    wire[1] = TWO_BYTES;
    wire.writeUInt16BE(length, 2);
  } else {
    wire[1] = EIGHT_BYTES;
    wire.writeBigUInt64BE(BigInt(length), 2);
  }
  wire.write(text, headLength, 'utf8');
  return { wire, text: wire.subarray(headLength) };
}

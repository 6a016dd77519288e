/** Bits 4 to 7 of byte 6 are the version, 7. */
const VERSION_BYTE = 6;
/** RFC 9562: the two highest bits of byte 8 are 10. */
const VARIANT_BYTE = 8;
/** The first six bytes are the time. */
const TIME_DIGITS = 12;

/**
 * A UUID (version 7, RFC 9562): the time on this device in milliseconds, then 74 random bits. A member's new keys stand side
 * by side in the database's index, so that it needs few pages of it however many orders are old. Browsers offer
 * `crypto.randomUUID`, which has no time in it, only over https and on localhost. A site on a plain http address in its own
 * network needs keys for its writes too.
 */
export function newKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16)).map((byte, index) => {
    if (index === VERSION_BYTE) return (byte & 0x0f) | 0x70;
    return index === VARIANT_BYTE ? (byte & 0x3f) | 0x80 : byte;
  });
  const random = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
  const hex = Date.now().toString(16).padStart(TIME_DIGITS, '0') + random.slice(TIME_DIGITS);
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
}

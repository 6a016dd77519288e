/** Version 4: bits 4 to 7 of byte 6 are 0100. */
const VERSION_BYTE = 6;
/** RFC 9562: the two highest bits of byte 8 are 10. */
const VARIANT_BYTE = 8;

/**
 * A random UUID (version 4). Browsers offer `crypto.randomUUID` only over https and on localhost. A site on a plain
 * http address in its own network needs keys for its writes too.
 */
export function newKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16)).map((byte, index) => {
    if (index === VERSION_BYTE) return (byte & 0x0f) | 0x40;
    return index === VARIANT_BYTE ? (byte & 0x3f) | 0x80 : byte;
  });
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
}

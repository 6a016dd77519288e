import { randomBytes } from 'node:crypto';

/** A UUID version 7 (RFC 9562): time-ordered, so rows written together are close together in an index. */
export function uuidV7(nowMs: number = Date.now()): string {
  const bytes = randomBytes(16);
  bytes.writeUIntBE(nowMs, 0, 6);
  bytes.writeUInt8((bytes.readUInt8(6) & 0x0f) | 0x70, 6);
  bytes.writeUInt8((bytes.readUInt8(8) & 0x3f) | 0x80, 8);
  const hex = bytes.toString('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
}

/** 256 bits from the system's generator, as URL-safe text. */
export function randomToken(): string {
  return randomBytes(32).toString('base64url');
}

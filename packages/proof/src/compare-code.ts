/**
 * What one member shows another to compare: the key that their device knows, and the newest head of the order log that it
 * verified, with the site's signature, so that a head that does not fit is evidence. Short enough for a QR code.
 */
import type { ProofCrypto } from './crypto-port.ts';
import { fromBase64, fromHex, toBase64, toHex } from './encoding.ts';
import { logCheckpointText, verifyLogCheckpoint } from './order-log/log-checkpoint.ts';
import { HASH_BYTES } from './order-log/tree.ts';
import type { TreeHead } from './order-log/verify-proof.ts';
import { assembleNote, KEY_NAME, parseVerifierKey, splitNote, verifierKeyText } from './signed-note.ts';
import type { VerifierKey } from './signed-note.ts';

/** `candor1.<key hash>.<key>.<size>.<root>.<signature>`; without a log the last three are missing. */
const CODE = /candor1\.([0-9a-f]{8})\.([\w-]{44})(?:\.(0|[1-9]\d{0,14})\.([\w-]{43})\.([\w-]{86}))?(?![\w.-])/;
const SIGNATURE_BYTES = 64;

export type CompareCode = {
  readonly key: VerifierKey;
  /** Null if the device had none. `note`: as the key signed it. */
  readonly head: (TreeHead & { readonly note: string }) | null;
};

/** @param note the signed checkpoint of the head, by this key; null for a site without an order log */
export function writeCompareCode(key: VerifierKey, head: (TreeHead & { readonly note: string }) | null): string {
  const [, , ...material] = verifierKeyText(key).split('+');
  const start = `candor1.${key.keyHash}.${plain(material.join('+'))}`;
  const split = head === null ? null : splitNote(head.note);
  const signed = split?.ok === true ? split.value.lines.find((line) => isBy(line, key)) : undefined;
  if (head === null || signed === undefined) return start;
  const root = fromHex(head.root) ?? new Uint8Array(0);
  return `${start}.${head.size}.${plain(toBase64(root))}.${plain(toBase64(signed.body))}`;
}

/** Finds the code in a text, such as an address. Null if there is none whose key and signature hold. */
export async function readCompareCode(text: string, crypto: ProofCrypto): Promise<CompareCode | null> {
  const [found, keyHash = '', material = '', size, root = '', signature = ''] = CODE.exec(text) ?? [];
  if (found === undefined) return null;
  const key = await parseVerifierKey(`${KEY_NAME}+${keyHash}+${padded(material)}`, crypto);
  if (!key.ok) return null;
  if (size === undefined) return { key: key.value, head: null };
  const [rootBytes, signatureBytes] = [fromBase64(padded(root)), fromBase64(padded(signature))];
  if (rootBytes?.length !== HASH_BYTES || signatureBytes?.length !== SIGNATURE_BYTES) return null;
  const head = { size: Number(size), root: toHex(rootBytes) };
  if (head.size === 0) return { key: key.value, head: null };
  const note = assembleNote(logCheckpointText(head), key.value, signatureBytes);
  const verified = await verifyLogCheckpoint(note, [key.value], crypto);
  return verified.ok ? { key: key.value, head: { ...head, note } } : null;
}

function isBy(
  line: { readonly name: string; readonly keyHash: string; readonly body: Uint8Array },
  key: VerifierKey,
): boolean {
  return line.name === key.name && line.keyHash === key.keyHash && line.body.length === SIGNATURE_BYTES;
}

/** Base64 as addresses take it. */
function plain(base64: string): string {
  return base64.replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
}

function padded(text: string): string {
  const base64 = text.replaceAll('-', '+').replaceAll('_', '/');
  return base64.padEnd(Math.ceil(base64.length / 4) * 4, '=');
}

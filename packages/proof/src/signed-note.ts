/**
 * Signed notes and their keys, in the format of C2SP signed-note: a text, an empty line, and one line with the
 * signature (Ed25519 over the text). Rules: https://c2sp.org/signed-note.
 */
import { assert } from '@candor/domain/assert';
import { err, ok } from '@candor/domain/result';
import type { Result } from '@candor/domain/result';
import type { ProofCrypto } from './crypto-port.ts';
import { fromBase64, fromHex, toBase64, toHex, utf8 } from './encoding.ts';
import { isSoundPoint } from './sound-point.ts';

/** The name of our keys. */
export const KEY_NAME = 'candor';

const ED25519 = 1;
const KEY_HASH_BYTES = 4;
const PUBLIC_KEY_BYTES = 32;
const SIGNATURE_BYTES = 64;
/** A signature begins with a point. */
const POINT_BYTES = 32;
const NAME = /^[^\s+\p{Cc}\p{Cs}]+$/u;
const SIGNATURE_LINE = /^\u2014 (\S+) ([A-Za-z0-9+/=]+)$/;

/** The public half of a key. */
export type VerifierKey = {
  readonly name: string;
  /** The first four bytes of SHA-256 over keyHashInput, 8 lower-case hex digits. */
  readonly keyHash: string;
  /** 32 bytes. */
  readonly publicKey: Uint8Array;
};

export type NoteSignature = {
  readonly name: string;
  readonly keyHash: string;
  readonly signature: Uint8Array<ArrayBuffer>;
};

export type ParsedNote = { readonly text: string; readonly signatures: readonly NoteSignature[] };

export type NoteProblem = 'NOTE_MALFORMED' | 'KEY_UNKNOWN' | 'SIGNATURE_WRONG';

/** The bytes whose SHA-256 begins with the key's hash. */
export function keyHashInput(name: string, publicKey: Uint8Array): Uint8Array<ArrayBuffer> {
  assert(NAME.test(name), 'a key name has neither blanks nor plus signs');
  assert(publicKey.length === PUBLIC_KEY_BYTES, 'a public key has 32 bytes');
  return joined(utf8(`${name}\n`), Uint8Array.of(ED25519), publicKey);
}

/** "candor+1a2b3c4d+AQ…": the text of a key for people and programs. */
export function verifierKeyText(key: VerifierKey): string {
  return `${key.name}+${key.keyHash}+${toBase64(joined(Uint8Array.of(ED25519), key.publicKey))}`;
}

/** Reads only what verifierKeyText writes. Also checks that the hash is the key's and that the key is a sound point. */
export async function parseVerifierKey(
  text: string,
  crypto: ProofCrypto,
): Promise<Result<VerifierKey, 'KEY_MALFORMED'>> {
  const [name = '', keyHash = '', ...rest] = text.split('+');
  const bytes = fromBase64(rest.join('+'));
  if (!NAME.test(name) || bytes === null) return err('KEY_MALFORMED');
  if (bytes.length !== 1 + PUBLIC_KEY_BYTES || bytes[0] !== ED25519) return err('KEY_MALFORMED');
  const publicKey = bytes.slice(1);
  if (!isSoundPoint(publicKey)) return err('KEY_MALFORMED');
  const digest = await crypto.sha256(keyHashInput(name, publicKey));
  return toHex(digest.slice(0, KEY_HASH_BYTES)) === keyHash ? ok({ name, keyHash, publicKey }) : err('KEY_MALFORMED');
}

/** The note of a text and its signature (64 bytes over the text's UTF-8). */
export function assembleNote(text: string, key: Pick<VerifierKey, 'name' | 'keyHash'>, signature: Uint8Array): string {
  const keyHash = fromHex(key.keyHash);
  assert(isNoteText(text), 'a note text is lines, each ended by a line feed');
  assert(keyHash?.length === KEY_HASH_BYTES, 'a key hash has four bytes');
  assert(signature.length === SIGNATURE_BYTES, 'a signature has 64 bytes');
  return `${text}\n\u2014 ${key.name} ${toBase64(joined(keyHash, signature))}\n`;
}

/** Splits a note. It does not check the signatures. */
export function parseNote(note: string): Result<ParsedNote, 'NOTE_MALFORMED'> {
  const end = note.lastIndexOf('\n\n');
  const text = note.slice(0, end + 1);
  if (end < 0 || !isNoteText(text) || !note.endsWith('\n')) return err('NOTE_MALFORMED');
  const lines = note.slice(end + 2, -1).split('\n');
  const signatures = lines.map(parseSignatureLine).filter((signature) => signature !== null);
  return signatures.length === lines.length ? ok({ text, signatures }) : err('NOTE_MALFORMED');
}

/** Whether one of `keys` signed the note. Our notes have exactly one signature; a note with more lines is refused. */
export async function verifyNote(
  note: string,
  keys: readonly VerifierKey[],
  crypto: ProofCrypto,
): Promise<Result<{ readonly text: string; readonly key: VerifierKey }, NoteProblem>> {
  const parsed = parseNote(note);
  const [signed, ...others] = parsed.ok ? parsed.value.signatures : [];
  if (!parsed.ok || signed === undefined || others.length > 0) return err('NOTE_MALFORMED');
  const { text } = parsed.value;
  const named = keys.filter((key) => key.name === signed.name && key.keyHash === signed.keyHash);
  const isSound = isSoundPoint(signed.signature.subarray(0, POINT_BYTES));
  for (const key of isSound ? named : []) {
    if (await crypto.verifyEd25519(new Uint8Array(key.publicKey), utf8(text), signed.signature)) {
      return ok({ text, key });
    }
  }
  return err(named.length === 0 ? 'KEY_UNKNOWN' : 'SIGNATURE_WRONG');
}

function parseSignatureLine(line: string): NoteSignature | null {
  const [, name = '', base64 = ''] = SIGNATURE_LINE.exec(line) ?? [];
  const bytes = fromBase64(base64);
  if (!NAME.test(name) || bytes?.length !== KEY_HASH_BYTES + SIGNATURE_BYTES) return null;
  return { name, keyHash: toHex(bytes.slice(0, KEY_HASH_BYTES)), signature: bytes.slice(KEY_HASH_BYTES) };
}

function isNoteText(text: string): boolean {
  // oxlint-disable-next-line no-control-regex -- control characters are what this refuses
  return text.endsWith('\n') && !/[\u0000-\u0009\u000b-\u001f\u007f]/.test(text) && text.isWellFormed();
}

function joined(...parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(parts.reduce((total, part) => total + part.length, 0));
  let at = 0;
  for (const part of parts) {
    bytes.set(part, at);
    at += part.length;
  }
  return bytes;
}

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

/** What a key signs: notes, or checkpoints as a witness (C2SP tlog-cosignature). Its hash covers this. */
const ED25519 = 1;
export const COSIGNATURE = 4;

export type KeyKind = typeof ED25519 | typeof COSIGNATURE;

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

/** A signature line of any kind. `body` is what follows the key's hash. */
export type NoteLine = { readonly name: string; readonly keyHash: string; readonly body: Uint8Array<ArrayBuffer> };

export type NoteProblem = 'NOTE_MALFORMED' | 'KEY_UNKNOWN' | 'SIGNATURE_WRONG';

/** The bytes whose SHA-256 begins with the key's hash. */
export function keyHashInput(name: string, publicKey: Uint8Array, kind: KeyKind = ED25519): Uint8Array<ArrayBuffer> {
  assert(NAME.test(name), 'a key name has neither blanks nor plus signs');
  assert(publicKey.length === PUBLIC_KEY_BYTES, 'a public key has 32 bytes');
  return joined(utf8(`${name}\n`), Uint8Array.of(kind), publicKey);
}

/** "candor+1a2b3c4d+AQ…": the text of a key for people and programs. */
export function verifierKeyText(key: VerifierKey): string {
  return keyText(key, ED25519);
}

/** The text of a key of any kind. */
export function keyText({ name, keyHash, publicKey }: VerifierKey, kind: KeyKind): string {
  return `${name}+${keyHash}+${toBase64(joined(Uint8Array.of(kind), publicKey))}`;
}

/** Reads only what keyText writes of this kind. Also checks that the hash is the key's and that the key is a sound point. */
export async function parseVerifierKey(
  text: string,
  crypto: ProofCrypto,
  kind: KeyKind = ED25519,
): Promise<Result<VerifierKey, 'KEY_MALFORMED'>> {
  const [name = '', keyHash = '', ...rest] = text.split('+');
  const bytes = fromBase64(rest.join('+'));
  if (!NAME.test(name) || bytes?.[0] !== kind) return err('KEY_MALFORMED');
  const publicKey = bytes.slice(1);
  if (!isSoundPoint(publicKey)) return err('KEY_MALFORMED');
  const digest = await crypto.sha256(keyHashInput(name, publicKey, kind));
  return toHex(digest.slice(0, KEY_HASH_BYTES)) === keyHash ? ok({ name, keyHash, publicKey }) : err('KEY_MALFORMED');
}

/** The note of a text and its signature (64 bytes over the text's UTF-8). */
export function assembleNote(text: string, key: Pick<VerifierKey, 'name' | 'keyHash'>, signature: Uint8Array): string {
  assert(isNoteText(text), 'a note text is lines, each ended by a line feed');
  assert(signature.length === SIGNATURE_BYTES, 'a signature has 64 bytes');
  return `${text}\n${noteLine(key, signature)}`;
}

/** One line below a note's text, ended by a line feed. */
export function noteLine(key: Pick<VerifierKey, 'name' | 'keyHash'>, body: Uint8Array): string {
  const keyHash = fromHex(key.keyHash);
  assert(keyHash?.length === KEY_HASH_BYTES, 'a key hash has four bytes');
  return `\u2014 ${key.name} ${toBase64(joined(keyHash, body))}\n`;
}

/** Splits a note. It does not check the signatures. */
export function parseNote(note: string): Result<ParsedNote, 'NOTE_MALFORMED'> {
  const split = splitNote(note);
  if (!split.ok) return split;
  const { text, lines } = split.value;
  if (lines.some(({ body }) => body.length !== SIGNATURE_BYTES)) return err('NOTE_MALFORMED');
  return ok({ text, signatures: lines.map(({ name, keyHash, body }) => ({ name, keyHash, signature: body })) });
}

/** The text of a note and its signature lines, of any kind and length. */
export function splitNote(
  note: string,
): Result<{ readonly text: string; readonly lines: readonly NoteLine[] }, 'NOTE_MALFORMED'> {
  const end = note.lastIndexOf('\n\n');
  const text = note.slice(0, end + 1);
  if (!isNoteText(text) || !note.endsWith('\n')) return err('NOTE_MALFORMED');
  const texts = note.slice(end + 2, -1).split('\n');
  const lines = texts.map(parseLine).filter((line) => line !== null);
  return lines.length === texts.length ? ok({ text, lines }) : err('NOTE_MALFORMED');
}

/** Whether one of `keys` signed the note. Our notes have exactly one signature; a note with more lines is refused. */
export async function verifyNote<Key extends VerifierKey>(
  note: string,
  keys: readonly Key[],
  crypto: ProofCrypto,
): Promise<Result<{ readonly text: string; readonly key: Key }, NoteProblem>> {
  const parsed = parseNote(note);
  const [signed, ...others] = parsed.ok ? parsed.value.signatures : [];
  if (!parsed.ok || signed === undefined || others.length > 0) return err('NOTE_MALFORMED');
  const { text } = parsed.value;
  const named = keys.filter((key) => key.name === signed.name && key.keyHash === signed.keyHash);
  for (const key of named) {
    if (await verifySignature(key, text, signed.signature, crypto)) return ok({ text, key });
  }
  return err(named.length === 0 ? 'KEY_UNKNOWN' : 'SIGNATURE_WRONG');
}

/** Whether the 64 bytes are the key's signature over the text. */
export async function verifySignature(
  key: VerifierKey,
  text: string,
  signature: Uint8Array<ArrayBuffer>,
  crypto: ProofCrypto,
): Promise<boolean> {
  if (signature.length !== SIGNATURE_BYTES || !isSoundPoint(signature.subarray(0, POINT_BYTES))) return false;
  return await crypto.verifyEd25519(new Uint8Array(key.publicKey), utf8(text), signature);
}

function parseLine(line: string): NoteLine | null {
  const [, name = '', base64 = ''] = SIGNATURE_LINE.exec(line) ?? [];
  const bytes = fromBase64(base64);
  if (!NAME.test(name) || bytes === null || bytes.length <= KEY_HASH_BYTES) return null;
  return { name, keyHash: toHex(bytes.slice(0, KEY_HASH_BYTES)), body: bytes.slice(KEY_HASH_BYTES) };
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

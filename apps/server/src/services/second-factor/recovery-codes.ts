import { randomInt } from 'node:crypto';

/*
 * Codes on paper, for who has lost their authenticator. Each works once. Only keyed hashes of them are stored.
 */

/** Without letters and digits that look alike. */
const ALPHABET = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789';
const GROUPS = 3;
const GROUP_CHARS = 4;
const COUNT = 10;

/** Ten codes of 60 random bits each, such as `K7QW-2MXP-T9AB`. */
export function newRecoveryCodes(): string[] {
  return Array.from({ length: COUNT }, () => Array.from({ length: GROUPS }, newGroup).join('-'));
}

function newGroup(): string {
  return Array.from({ length: GROUP_CHARS }, () => ALPHABET[randomInt(ALPHABET.length)]).join('');
}

/** A code as people type it, in the one form that is hashed; undefined when it cannot be a recovery code. */
export function foldRecoveryCode(text: string): string | undefined {
  const folded = text.toUpperCase().replaceAll(/[\s-]/g, '');
  return folded.length === GROUPS * GROUP_CHARS && [...folded].every((character) => ALPHABET.includes(character))
    ? folded
    : undefined;
}

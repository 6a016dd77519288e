import { createHash, createHmac, pbkdf2Sync, randomBytes } from 'node:crypto';

const ITERATIONS = 4096;
const KEY_BYTES = 32;

/** A password nobody can guess, of characters that need no escape in a URL. */
export function newPassword(): string {
  return randomBytes(32).toString('base64url');
}

/**
 * What Postgres keeps of a password (RFC 5803): it checks logins with it, and nobody can log in with it. The password itself
 * is in no statement, so in no log.
 */
export function scramVerifier(password: string): string {
  const salt = randomBytes(16);
  const salted = pbkdf2Sync(password, salt, ITERATIONS, KEY_BYTES, 'sha256');
  const keyFor = (purpose: string): Buffer => createHmac('sha256', salted).update(purpose).digest();
  const storedKey = createHash('sha256').update(keyFor('Client Key')).digest('base64');
  return `SCRAM-SHA-256$${ITERATIONS}:${salt.toString('base64')}$${storedKey}:${keyFor('Server Key').toString('base64')}`;
}

import { hasCode } from './embedded/error-code.ts';
import { TakesNoWrites } from './takes-no-writes.ts';
import { isOutage, sqlState } from './transaction.ts';

/** Time limits of the database: a statement, a lock, a transaction. */
const TIME_LIMITS = ['57014', '55P03', '25P03', '25P04'];
const NO_CONNECTION = [
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'EAI_AGAIN',
  'ENOENT',
  'EAGAIN',
];
/** pg has no codes for these. */
const NO_ANSWER =
  /timeout exceeded when trying to connect|timeout expired|Query read timeout|Connection terminated|Client has encountered a connection error/;

/**
 * Whether a start failed only because the database could not be reached or was not fast enough. The next one may succeed, so it
 * says nothing about the settings.
 */
export function isPassing(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if (error instanceof TakesNoWrites) return error.hasOthers;
  if (isOutage(error) || TIME_LIMITS.includes(sqlState(error)) || NO_ANSWER.test(error.message)) return true;
  if (NO_CONNECTION.some((code) => hasCode(error, code)) && isOfConnection(error)) return true;
  return error.cause !== undefined && isPassing(error.cause);
}

/** ENOENT is also a file of ours that is missing. */
function isOfConnection(error: Error): boolean {
  return (
    !('syscall' in error) ||
    error.syscall === 'connect' ||
    error.syscall === 'getaddrinfo' ||
    error.syscall === 'read' ||
    error.syscall === 'write'
  );
}

import pino from 'pino';
import { redacted } from './redact.ts';

export type Log = pino.Logger;

/**
 * Structured logs to standard output. What could open an account is removed, anywhere in a logged object (redact.ts).
 * Request bodies are never logged.
 * @param to where lines go instead
 */
export function createLog(level: string, to?: pino.DestinationStream): Log {
  const options: pino.LoggerOptions = {
    level,
    base: { app: 'candor' },
    formatters: { log: redacted, bindings: redacted },
    // Errors are already plain then.
    serializers: { err: (plain: unknown) => plain },
  };
  return to === undefined ? pino(options) : pino(options, to);
}

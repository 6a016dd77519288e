import pino from 'pino';
import { redacted, withoutPasswords } from './redact.ts';

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
    // The library takes the text of a line from an error that has none.
    hooks: { logMethod: withoutErrorText },
  };
  return to === undefined ? pino(options) : pino(options, to);
}

/** @this the log that writes the line */
function withoutErrorText(this: Log, args: Parameters<pino.LogFn>, write: pino.LogFn): void {
  const [first, ...rest]: unknown[] = args;
  const texts = rest.map((one) => (typeof one === 'string' ? withoutPasswords(one) : one));
  if (typeof first === 'string') {
    Reflect.apply(write, this, [withoutPasswords(first), ...texts]);
    return;
  }
  const error: unknown =
    first instanceof Error || typeof first !== 'object' || first === null ? first : Reflect.get(first, 'err');
  const fields = first instanceof Error ? { err: first } : first;
  const text = texts.length === 0 && error instanceof Error ? [withoutPasswords(error.message)] : texts;
  Reflect.apply(write, this, [fields, ...text]);
}

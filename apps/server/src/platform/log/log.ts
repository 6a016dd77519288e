import pino from 'pino';

export type Log = pino.Logger;

/**
 * Structured logs to standard output. Whatever could open an account is removed by name, wherever it stands in a
 * logged object; request bodies are never logged at all.
 */
export function createLog(level: string): Log {
  return pino({
    level,
    base: { app: 'candor' },
    redact: {
      paths: [
        'pwd',
        'withdrawPwd',
        'password',
        'token',
        'authorization',
        'code',
        'idNumber',
        'connectionString',
      ].flatMap((name) => [name, `*.${name}`, `*.*.${name}`, `req.headers.${name}`]),
      censor: '[removed]',
    },
  });
}

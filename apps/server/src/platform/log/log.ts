import pino from 'pino';

export type Log = pino.Logger;

/**
 * Structured logs to standard output. Fields that could open an account are removed by name, anywhere in a logged
 * object. Request bodies are never logged.
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

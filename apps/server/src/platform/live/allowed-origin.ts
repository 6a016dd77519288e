import type { IncomingMessage } from 'node:http';

/** Browsers always send an Origin; a page of another site may not listen with a member's token. */
export function isAllowedOrigin(request: IncomingMessage, origins: readonly string[]): boolean {
  const { origin, host } = request.headers;
  if (origin === undefined || origins.includes(origin)) return true;
  return URL.canParse(origin) && new URL(origin).host === host;
}

import type { FastifyRequest } from 'fastify';
import type { ErrorKey } from '@candor/contract/errors';
import { networkOf } from '../platform/http/client-address.ts';
import type { Log } from '../platform/log/log.ts';
import { limitLines } from '../platform/log/limit-lines.ts';

/** What refuses a caller who is not who they say, or may not do what they try. A wrong field is none of these. */
const GUARDS: ReadonlySet<ErrorKey> = new Set<ErrorKey>([
  'SESSION_INVALID',
  'DEVICE_KEY_REQUIRED',
  'SIGNATURE_USED',
  'SIGNATURE_EXPIRED',
  'FORBIDDEN',
  'LOGIN_FAILED',
  'LOGIN_NOT_AUTHORIZED',
  'ACCOUNT_LOCKED',
  'CAPTCHA_WRONG',
  'FACTOR_CODE_WRONG',
  'FACTOR_LOCKED',
  'OLD_PASSWORD_WRONG',
  'WITHDRAW_PASSWORD_WRONG',
  'OPERATOR_LOGIN_UNFINISHED',
  'OPERATOR_CODE_WRONG',
  'OPERATOR_CODE_LOCKED',
  'PUZZLE_REQUIRED',
  'DEVICE_KEY_TAKEN',
  'BANK_CARD_TAKEN',
  'NAME_RESERVED',
  'RATE_LIMITED',
]);

/** More in a window are counted and told by the next line: strangers must not fill the disk. */
const LINES = { linesMax: 50, windowMs: 10_000 };

/**
 * One line for each call that a guard refused: which guard, which route, and the network of the caller, never the whole
 * address, a name or a token. Who investigates finds the member in the security events.
 */
export function createLogRefusal(log: Log): (key: ErrorKey, request: FastifyRequest) => void {
  const line = limitLines((fields, text) => log.info(fields, text), LINES);
  return (key, request) => {
    if (!GUARDS.has(key)) return;
    const { method, routeOptions, ip, id } = request;
    line({ key, method, route: routeOptions.url, network: networkOf(ip), reqId: id }, 'a call was refused');
  };
}

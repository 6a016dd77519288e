import { permits } from '@candor/domain/identity/permission';
import { header, Refused } from '../../platform/http/http-app.ts';
import type { HttpRequest } from '../../platform/http/http-app.ts';
import type { RouteAccess } from '../../platform/http/route-cost.ts';
import { randomToken } from '../../platform/ids/ids.ts';
import type { Db } from '../../platform/db/pool.ts';
import { hashToken } from '../sessions/sessions.ts';
import { beginLogin, findOperator, finishLogin, noteUse } from './operator-session-store.ts';
import type { FinishingAct, NewOperatorSession, Operator } from './operator-session-store.ts';

/**
 * Which operator is asking. Their tokens are their own kind: the token of a member opens nothing here, and the other way
 * round.
 */
export interface Operators {
  /** Refuses a call that this route does not allow. `guardOperatorRoutes` calls it for every route of operators. */
  requireOperator: (request: HttpRequest, access: RouteAccess) => Promise<Operator>;
  /** The operator `requireOperator` found for this request. */
  operatorOf: (request: HttpRequest) => Operator;
}

/** Sent by a page that reads on while nobody uses it: such a call does not keep the session alive. */
export const UNATTENDED_HEADER = 'x-candor-unattended';

/** What was used is written down once an hour, for who looks at who holds what. */
const NOTED_EVERY_MS = 3_600_000;
const NOTED_MAX = 10_000;

export function createOperators(db: Db): Operators {
  const operators = new WeakMap<HttpRequest, Operator>();
  const noted = new Map<string, number>();
  /** A page that reads on by itself uses nothing. */
  const noteUsed = async ({ session, operatorId }: Operator, permission: string): Promise<void> => {
    const [name, nowMs] = [`${operatorId} ${permission}`, performance.now()];
    if (nowMs - (noted.get(name) ?? Number.NEGATIVE_INFINITY) < NOTED_EVERY_MS) return;
    if (noted.size >= NOTED_MAX) noted.clear();
    noted.set(name, nowMs);
    await noteUse(db, session, permission);
  };
  return {
    requireOperator: async (request, access) => {
      const token = /^Bearer ([\w-]{20,100})$/.exec(header(request, 'authorization') ?? '')?.[1];
      const isUsed = header(request, UNATTENDED_HEADER) === undefined;
      const operator =
        token === undefined
          ? undefined
          : await findOperator(db, hashToken(token), { extends: isUsed, address: request.ip });
      if (operator === undefined) throw new Refused('SESSION_INVALID');
      if (!(access.stages ?? ['full']).includes(operator.stage)) throw new Refused('OPERATOR_LOGIN_UNFINISHED');
      if (access.permission !== undefined && !permits(operator.permissions, access.permission))
        throw new Refused('FORBIDDEN');
      if (isUsed && access.permission !== undefined) await noteUsed(operator, access.permission);
      operators.set(request, operator);
      return operator;
    },
    operatorOf: (request) => {
      const operator = operators.get(request);
      if (operator === undefined) throw new Error('operatorOf needs a route that requires an operator');
      return operator;
    },
  };
}

type Device = Omit<NewOperatorSession, 'session'>;
type Opened = { token: string; stage: Operator['stage'] };

/**
 * Opens a session after the password. This is the only time the token is known in clear. Undefined for an operator who may not come from
 * this address.
 */
export async function openOperatorSession(db: Db, operatorId: bigint, device: Device): Promise<Opened | undefined> {
  const token = randomToken();
  const stage = await beginLogin(db, { operatorId, session: hashToken(token), ...device });
  return stage === null ? undefined : { token, stage };
}

/** In place of the session that acts, one with another token that may work: who saw the first token has nothing. */
export async function becomeFull(db: Db, device: Device, act: FinishingAct): Promise<Opened> {
  const token = randomToken();
  await finishLogin(db, { session: hashToken(token), ...device }, act);
  return { token, stage: 'full' };
}

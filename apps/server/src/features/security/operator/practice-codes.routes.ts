import * as calls from '@candor/contract/calls/console/practice-codes';
import type { PracticeCodesView } from '@candor/contract/console-security';
import { CODE_LIFE_SEC } from '@candor/domain/identity/account-code';
import type { Pool } from '../../../platform/db/pool.ts';
import { Refused } from '../../../platform/http/http-app.ts';
import type { HttpApp } from '../../../platform/http/http-app.ts';
import { on, serve } from '../../../platform/http/serve.ts';
import type { Call } from '../../../platform/http/serve.ts';
import { asOperator } from '../../../services/operators/acting-store.ts';
import type { Operators } from '../../../services/operators/operators.ts';
import type { Secrets } from '../../../services/secrets/secrets.ts';
import type { Site } from '../../../services/site/site.ts';
import { openMessage } from '../../../services/account-codes/account-codes.ts';
import { readPracticeCodes } from './practice-code-store.ts';
import type { PracticeCodeRow } from './practice-code-store.ts';

/**
 * The codes of a practice site without a gateway, for an operator who plays the telephone of a member. A live site has no
 * such page: the route refuses, and so does the database.
 */
export interface PracticeCodesDeps {
  config: { codeGateway: object | undefined };
  pool: Pool;
  site: Pick<Site, 'mode'>;
  secrets: Pick<Secrets, 'seal'>;
  operators: Pick<Operators, 'operatorOf'>;
}

const SHOWN_MAX = 50;

export function practiceCodesRoutes(app: HttpApp, deps: PracticeCodesDeps): void {
  serve(app, deps, [on(calls.listPracticeCodes, listPracticeCodes)]);
}

async function listPracticeCodes(
  { request }: Call<typeof calls.listPracticeCodes>,
  { config, pool, site, secrets, operators }: PracticeCodesDeps,
): Promise<PracticeCodesView> {
  if (site.mode !== 'practice') throw new Refused('NOT_FOUND');
  // The members have their codes by telephone. Nobody else reads them.
  if (config.codeGateway !== undefined) return { shown: false, items: [] };
  const acting = operators.operatorOf(request);
  const choice = { operatorId: acting.operatorId, lifeSec: CODE_LIFE_SEC, limit: SHOWN_MAX };
  const rows = await asOperator(pool, acting, async (db) => await readPracticeCodes(db, choice));
  return { shown: true, items: rows.map((row) => practiceCodeView(row, secrets.seal)) };
}

function practiceCodeView(row: PracticeCodeRow, sealKey: Buffer): PracticeCodesView['items'][number] {
  const { memberId, username, purpose, sealed, madeAt } = row;
  return {
    member: { id: memberId.toString(), username },
    purpose,
    code: openMessage(sealKey, memberId, purpose, sealed).code,
    sentAt: new Date(madeAt).toISOString(),
    expiresAt: new Date(madeAt + CODE_LIFE_SEC * 1_000).toISOString(),
  };
}

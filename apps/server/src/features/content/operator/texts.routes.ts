import { CONSOLE_PATHS } from '@candor/contract/console-paths';
import {
  operatorTextParams,
  operatorTextsView as textsSchema,
  operatorTextVersionsQuery,
  operatorTextVersionsView,
  textChangeBody,
  textChangeParams,
  textChangesQuery,
  textChangesView,
  textChangeView as changeSchema,
  textDecisionBody,
} from '@candor/contract/console-texts';
import type { TextChangeView } from '@candor/contract/console-texts';
import { envelopeOf } from '@candor/contract/envelope';
import { patternOf } from '@candor/contract/routes';
import type { AdjustmentEvent } from '@candor/domain/cashier/adjustment';
import * as z from 'zod/mini';
import type { Pool } from '../../../platform/db/pool.ts';
import { ok, Refused } from '../../../platform/http/http-app.ts';
import type { HttpApp, HttpRequest } from '../../../platform/http/http-app.ts';
import { operatorRoute } from '../../../platform/http/route-cost.ts';
import { runCommand } from '../../../services/commands/run-commands.ts';
import type { Outcome } from '../../../services/commands/run-commands.ts';
import { requireIdempotencyKey } from '../../../services/idempotency/idempotency.ts';
import type { Fingerprints } from '../../../services/idempotency/idempotency.ts';
import type { Operators } from '../../../services/operators/operators.ts';
import type { QueueCounter } from '../../../services/operators/queue-counter.ts';
import type { Site } from '../../../services/site/site.ts';
import { versionCursor } from '../content.routes.ts';
import { readPages } from '../read-pages.ts';
import {
  countProposedTexts,
  selectOperatorVersions,
  selectHeld,
  selectTextChange,
  selectTextChanges,
} from '../text-store.ts';
import { decideText, proposeText } from './change-text.ts';
import type { ChangeAnswer } from './change-text.ts';
import { operatorTextsView, operatorVersionView, textChangeView } from './text-view.ts';

/** The site's texts as operators write them: one operator writes the next version; another approves it if it binds members. */
export interface TextsOperatorDeps {
  pool: Pool;
  site: Pick<Site, 'mode'>;
  operators: Pick<Operators, 'operatorOf'>;
  fingerprints: Fingerprints;
}

export const TEXT_QUEUES: readonly QueueCounter[] = [
  { name: 'texts', permission: 'site:text:read', count: countProposedTexts },
];

const TAGS = ['texts'];
/** Every item holds a whole text in all languages. */
const ITEMS_MAX = 10;

export function textsOperatorRoutes(app: HttpApp, deps: TextsOperatorDeps): void {
  readRoutes(app, deps);
  changeRoutes(app, deps);
  writeRoutes(app, deps);
}

function readRoutes(app: HttpApp, { pool, site }: TextsOperatorDeps): void {
  const config = operatorRoute('list', 'site:text:read');
  const ofRelease = readPages(site.mode);
  app.get(
    CONSOLE_PATHS.texts,
    { config, schema: { tags: TAGS, response: { 200: envelopeOf(textsSchema) } } },
    async () => ok(operatorTextsView(await selectHeld(pool), ofRelease)),
  );

  const versions = {
    tags: TAGS,
    params: operatorTextParams,
    querystring: operatorTextVersionsQuery,
    response: { 200: envelopeOf(operatorTextVersionsView) },
  };
  app.get(patternOf(CONSOLE_PATHS.textVersions, 'slug'), { config, schema: versions }, async ({ params, query }) => {
    const limit = Math.min(query.limit ?? ITEMS_MAX, ITEMS_MAX);
    const filter = { slug: params.slug, before: versionCursor(query.cursor), limit: limit + 1 };
    const rows = await selectOperatorVersions(pool, filter);
    const page = rows.slice(0, limit);
    return ok({
      items: page.map(operatorVersionView),
      nextCursor: rows.length > limit ? (page.at(-1)?.version.toString() ?? null) : null,
    });
  });
}

function changeRoutes(app: HttpApp, { pool }: TextsOperatorDeps): void {
  const config = operatorRoute('list', 'site:text:read');
  const list = { tags: TAGS, querystring: textChangesQuery, response: { 200: envelopeOf(textChangesView) } };
  app.get(CONSOLE_PATHS.textChanges, { config, schema: list }, async ({ query }) => {
    const limit = Math.min(query.limit ?? ITEMS_MAX, ITEMS_MAX);
    const beforeId = cursorId(query.cursor);
    const rows = await selectTextChanges(pool, { statuses: query.status, beforeId, limit: limit + 1 });
    const page = rows.slice(0, limit);
    return ok({
      items: page.map(textChangeView),
      nextCursor: rows.length > limit ? (page.at(-1)?.id ?? null) : null,
    });
  });

  const one = { tags: TAGS, params: textChangeParams, response: { 200: envelopeOf(changeSchema) } };
  app.get(patternOf(CONSOLE_PATHS.textChange, 'id'), { config, schema: one }, async ({ params }) => {
    const row = await selectTextChange(pool, params.id);
    if (row === undefined) throw new Refused('TERMS_CHANGE_NOT_FOUND');
    return ok(textChangeView(row));
  });
}

function writeRoutes(app: HttpApp, { pool, operators, fingerprints }: TextsOperatorDeps): void {
  const response = { 200: envelopeOf(changeSchema) };
  const write = operatorRoute('change', 'site:text:write');
  const proposing = proposeText();
  app.post(
    CONSOLE_PATHS.textChanges,
    { config: write, schema: { tags: TAGS, body: textChangeBody, response } },
    async (request) => {
      const key = requireIdempotencyKey(request);
      const { operatorId, session } = operators.operatorOf(request);
      const fingerprint = fingerprints.of(request.body);
      // No member is concerned: the operator's own calls come one after the other.
      const call = { memberId: operatorId, operatorId, session, key, fingerprint, input: request.body };
      return ok(valueOf(await runCommand(pool, proposing, call)));
    },
  );

  const decide = async (request: HttpRequest, event: AdjustmentEvent, id: string, reason: string | undefined) => {
    const key = requireIdempotencyKey(request);
    const { operatorId, session } = operators.operatorOf(request);
    const fingerprint = fingerprints.of({ id, event, reason });
    const call = { memberId: operatorId, operatorId, session, key, fingerprint, input: { id, reason } };
    return ok(valueOf(await runCommand(pool, decideText(event), call)));
  };

  app.post(
    patternOf(CONSOLE_PATHS.textDecision, 'id'),
    {
      config: operatorRoute('change', 'site:text:check'),
      schema: { tags: TAGS, params: textChangeParams, body: textDecisionBody, response },
    },
    async (request) =>
      await decide(request, request.body.approve ? 'approve' : 'reject', request.params.id, request.body.reason),
  );

  app.post(
    patternOf(CONSOLE_PATHS.textWithdraw, 'id'),
    { config: write, schema: { tags: TAGS, params: textChangeParams, body: z.nullable(z.strictObject({})), response } },
    async (request) => await decide(request, 'withdraw', request.params.id, undefined),
  );
}

/** @throws Refused with the key of the refusal, at its field */
function valueOf(run: Outcome<ChangeAnswer>): TextChangeView {
  if (!run.ok) throw new Refused(run.error);
  if (run.value.ok) return run.value.value;
  const { key, field } = run.value.error;
  throw new Refused(key, field === undefined ? {} : { fields: { [field]: key } });
}

/** The cursor of the list is the id of the last one seen. */
function cursorId(cursor: string | undefined): string | undefined {
  if (cursor === undefined || z.safeParse(z.guid(), cursor).success) return cursor;
  throw new Refused('FIELD_INVALID', { fields: { cursor: 'FIELD_INVALID' } });
}

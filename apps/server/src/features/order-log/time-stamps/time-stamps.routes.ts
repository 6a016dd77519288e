/** The time stamps of the order log, for everyone. They write nothing. */
import * as calls from '@candor/contract/calls/order-log';
import { on, serve } from '../../../platform/http/serve.ts';
import type { Answered, Call } from '../../../platform/http/serve.ts';
import type { Db } from '../../../platform/db/pool.ts';
import type { HttpApp } from '../../../platform/http/http-app.ts';
import type { PublicAnswers } from '../../../platform/http/public-answers.ts';
import { selectTimeStamps } from './time-stamp-store.ts';

export interface TimeStampsDeps {
  readonly pool: Db;
  readonly answers: Pick<PublicAnswers, 'send'>;
}

const PAGE = 24;
const KEPT_MS = 10_000;
/** Cost of making an answer in points, in addition to sending it; see platform/http/route-cost.ts. */
const MAKING = 8;

export function timeStampsRoutes(app: HttpApp, deps: TimeStampsDeps): void {
  serve(app, deps, [on(calls.listLogTimeStamps, listLogTimeStamps)]);
}

async function listLogTimeStamps(
  { query, request, reply }: Call<typeof calls.listLogTimeStamps>,
  { pool, answers }: TimeStampsDeps,
): Promise<Answered<typeof calls.listLogTimeStamps>> {
  const { before } = query;
  const beforeMs = before === undefined ? null : Date.parse(before);
  return await answers.send(request, reply, {
    key: `time-stamps/${beforeMs}`,
    points: MAKING,
    make: async () => {
      const stamped = await selectTimeStamps(pool, beforeMs, PAGE);
      return {
        items: stamped.map(({ hour, stampedAt, token, ...head }) => ({
          ...head,
          hour: new Date(hour).toISOString(),
          stampedAt: new Date(stampedAt).toISOString(),
          token: Buffer.from(token).toString('base64'),
        })),
      };
    },
    keptMs: KEPT_MS,
  });
}

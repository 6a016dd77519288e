/** The time stamps of the order log, for everyone. They write nothing. */
import { envelopeOf } from '@candor/contract/envelope';
import { PATHS } from '@candor/contract/routes';
import { logTimeStampsQuery, logTimeStampsView } from '@candor/contract/trading';
import type { Db } from '../../../platform/db/pool.ts';
import type { HttpApp } from '../../../platform/http/http-app.ts';
import type { PublicAnswers } from '../../../platform/http/public-answers.ts';
import { publicRoute } from '../../../platform/http/route-cost.ts';
import { selectTimeStamps } from './time-stamp-store.ts';

export interface TimeStampsDeps {
  readonly pool: Db;
  readonly answers: Pick<PublicAnswers, 'send'>;
}

const PAGE = 24;
const KEPT_MS = 10_000;
/** Cost of making an answer in points, in addition to sending it; see platform/http/route-cost.ts. */
const MAKING = 8;

export function timeStampsRoutes(app: HttpApp, { pool, answers }: TimeStampsDeps): void {
  app.get(
    PATHS.logTimeStamps,
    {
      config: publicRoute('memory'),
      schema: {
        tags: ['order log'],
        querystring: logTimeStampsQuery,
        response: { 200: envelopeOf(logTimeStampsView) },
      },
    },
    async (request, reply) => {
      const { before } = request.query;
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
    },
  );
}

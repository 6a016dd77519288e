import * as z from 'zod/mini';

/** What a process does before it is ready. */
const step = z.enum(['loading', 'database', 'starting']);
export type StartStep = z.infer<typeof step>;

/** Messages between the process of a role and its parent. Any other message is ignored. */
export const childMessage = z.union([
  z.object({ type: z.literal('ready'), address: z.optional(z.string()) }),
  z.object({ type: z.literal('beat') }),
  z.object({ type: z.literal('step'), step }),
  z.object({ type: z.literal('metrics'), text: z.string() }),
  z.object({ type: z.literal('health'), isReady: z.boolean(), checks: z.record(z.string(), z.string()) }),
]);
export type ChildMessage = z.infer<typeof childMessage>;

export const parentMessage = z.union([
  z.object({ type: z.enum(['stop', 'metrics', 'health']) }),
  /** How the role reaches the database, the news and the files; the first message. `role` as in DatabaseLogin, `news` as NewsLogin, `bucket` as S3Login. */
  z.object({
    type: z.literal('login'),
    url: z.string(),
    role: z.optional(z.string()),
    news: z.optional(z.object({ url: z.string(), ca: z.optional(z.string()) })),
    bucket: z.optional(
      z.object({
        endpoint: z.string(),
        bucket: z.string(),
        region: z.string(),
        prefix: z.string(),
        accessKeyId: z.string(),
        secretAccessKey: z.string(),
        ca: z.optional(z.string()),
      }),
    ),
  }),
]);
export type ParentMessage = z.infer<typeof parentMessage>;

export const BEAT_EVERY_MS = 1_000;

/** The exit code of a process that could not start for a reason that passes: the database did not answer in time. */
export const EXIT_TRY_AGAIN = 75;

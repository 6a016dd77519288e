import * as z from 'zod/mini';
import { optionalText } from './fields.ts';

/* The guide that leads a newcomer to the first practice order. */

export const FIRST_RUN_STEPS = ['product', 'terms', 'order'] as const;
export type FirstRunStep = (typeof FIRST_RUN_STEPS)[number];

/** PUT /api/account/first-run. `left`: the member does not want to be led; false takes the guide up again. */
export const firstRunBody = z.strictObject({
  step: z.optional(z.enum(FIRST_RUN_STEPS, { error: 'FIELD_INVALID' })),
  product: optionalText({ max: 32, kind: 'code', invalid: 'PRODUCT_NOT_FOUND' }),
  left: z.optional(z.boolean({ error: 'FIELD_INVALID' })),
});
export type FirstRunBody = z.infer<typeof firstRunBody>;

/** data of GET and PUT /api/account/first-run */
export const firstRunView = z.object({
  /** Whether home offers the guide: a member without an order who did not leave it. */
  offered: z.boolean(),
  step: z.enum(FIRST_RUN_STEPS),
  /** The product that was chosen in the first step. */
  product: z.nullable(z.string()),
  /** The member's first order, once there is one. */
  order: z.nullable(z.string()),
});
export type FirstRunView = z.infer<typeof firstRunView>;

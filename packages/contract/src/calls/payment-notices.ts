import * as z from 'zod/mini';
import { LANGUAGES } from '../languages.ts';
import { operation } from '../operation.ts';

/* What payment services say, and the practice site's own payment service. They answer plain statuses and pages. */

export const sendPaymentNotice = operation({
  id: 'sendPaymentNotice',
  method: 'POST',
  path: '/api/webhooks/payments/{channel}',
  params: z.strictObject({ channel: z.string().check(z.regex(/^[a-z0-9-]{2,32}$/)) }),
  sends: 'text',
  caller: 'public',
  cost: 'memory',
  refusals: [],
  tag: 'cashier',
  summary: 'A signed notice of a payment service: 200 when it is kept, 401 for a bad signature, 400 for another form.',
});

const reference = z.string().check(z.regex(/^[A-Z0-9]{8}$/));
/** The code of a bound site in the client's address: the way back carries it, or its guards would show no page. */
const domain = z.optional(z.string().check(z.regex(/^[\w.-]{1,64}$/)));

export const showPracticePayment = operation({
  id: 'showPracticePayment',
  method: 'GET',
  path: '/api/practice-payment',
  /** The client says the language: the member may have chosen another than the browser's. */
  query: z.strictObject({ reference, language: z.optional(z.enum(LANGUAGES)), domain }),
  sends: 'page',
  caller: 'public',
  cost: 'memory',
  refusals: [],
  tag: 'cashier',
  summary: 'The page of a practice site on which nothing is paid.',
});

export const payPractice = operation({
  id: 'payPractice',
  method: 'POST',
  path: '/api/practice-payment',
  body: z.strictObject({ reference, domain, choice: z.enum(['paid', 'failed']) }),
  sends: 'page',
  caller: 'public',
  cost: 'memory',
  refusals: [],
  tag: 'cashier',
  summary: 'Pretends that a payment was made or failed, and leads back to the deposit.',
});

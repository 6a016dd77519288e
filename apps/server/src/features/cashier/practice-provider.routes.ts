import { createHash, randomUUID } from 'node:crypto';
import * as calls from '@candor/contract/calls/payment-notices';
import { pickLanguage } from '@candor/contract/languages';
import type { Language } from '@candor/contract/languages';
import { pathOf } from '@candor/contract/operation';
import { writeDecimal } from '@candor/domain/decimal';
import type { Clock } from '../../platform/clock/clock.ts';
import type { Pool } from '../../platform/db/pool.ts';
import { header } from '../../platform/http/http-app.ts';
import type { HttpApp } from '../../platform/http/http-app.ts';
import { on, serve } from '../../platform/http/serve.ts';
import type { Answered, Call } from '../../platform/http/serve.ts';
import { channelSecret, signNotice, writeSignature } from './payment-signature.ts';
import { PRACTICE_PROVIDER } from './seed-channels.ts';
import { selectByReference } from './worker-store.ts';

/**
 * The payment service of a practice site: a page where nothing is paid, which then sends the same signed notice as a real
 * service would, to the same route. It exists in practice mode alone.
 */
const WORDS: Readonly<Record<Language, { title: string; note: string; pay: string; fail: string; gone: string }>> = {
  'zh-Hans': {
    title: '模拟支付',
    note: '这是练习用的支付页面，不会产生任何真实付款。',
    pay: '模拟支付成功',
    fail: '模拟支付失败',
    gone: '找不到这笔付款，可能已经完成或取消。',
  },
  'zh-Hant': {
    title: '模擬支付',
    note: '這是練習用的支付頁面，不會產生任何真實付款。',
    pay: '模擬支付成功',
    fail: '模擬支付失敗',
    gone: '找不到這筆付款，可能已完成或取消。',
  },
  en: {
    title: 'Practice payment',
    note: 'This page is for practice. Nothing is paid.',
    pay: 'Pretend that it was paid',
    fail: 'Pretend that it failed',
    gone: 'This payment was not found. It may be finished or cancelled.',
  },
};

const FORM_BYTES_MAX = 200;

interface PracticeDeps {
  readonly pool: Pool;
  readonly clock: Clock;
  readonly secret: Buffer;
}

export function practiceProviderRoutes(app: HttpApp, deps: PracticeDeps): void {
  serve(app, deps, [on(calls.showPracticePayment, showPracticePayment)]);
  void app.register(async (plain) => {
    const scope: HttpApp = plain;
    scope.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'string', bodyLimit: FORM_BYTES_MAX },
      (_, body, done) => done(null, Object.fromEntries(new URLSearchParams(String(body)))),
    );
    // A notice goes through the whole stack, as one from outside would.
    serve(scope, { ...deps, app }, [on(calls.payPractice, payPractice)]);
  });
}

type Show = typeof calls.showPracticePayment;

async function showPracticePayment(
  { query, request, reply }: Call<Show>,
  { pool }: PracticeDeps,
): Promise<Answered<Show>> {
  const { reference, domain } = query;
  const spoken = query.language ?? pickLanguage(header(request, 'accept-language'));
  const words = WORDS[spoken];
  const deposit = await selectByReference(pool, PRACTICE_PROVIDER, reference);
  const html =
    deposit === undefined
      ? page(spoken, words.title, `<p>${words.gone}</p>`)
      : page(
          spoken,
          words.title,
          `<p>${words.note}</p><p class="amount">${deposit.asset} ${writeDecimal(deposit.assetAmount, deposit.assetDecimals)}</p>
               <form method="post"><input type="hidden" name="reference" value="${reference}">
               ${domain === undefined ? '' : `<input type="hidden" name="domain" value="${domain}">`}
               <button name="choice" value="paid">${words.pay}</button><button name="choice" value="failed">${words.fail}</button></form>`,
        );
  return await reply.header('content-security-policy', POLICY).type('text/html; charset=utf-8').send(html);
}

type Pay = typeof calls.payPractice;

async function payPractice({ body, reply }: Call<Pay>, deps: PracticeDeps & { app: HttpApp }): Promise<Answered<Pay>> {
  const { pool, clock, secret, app } = deps;
  const deposit = await selectByReference(pool, PRACTICE_PROVIDER, body.reference);
  if (deposit !== undefined) {
    const notice = JSON.stringify({
      event: randomUUID(),
      reference: body.reference,
      status: body.choice,
      amount: writeDecimal(deposit.assetAmount, deposit.assetDecimals),
      currency: deposit.asset,
    });
    const signedAtSec = BigInt(Math.floor(clock.now() / 1_000));
    const key = channelSecret(secret, PRACTICE_PROVIDER);
    await app.inject({
      method: 'POST',
      url: pathOf(calls.sendPaymentNotice, { channel: PRACTICE_PROVIDER }),
      headers: {
        'content-type': 'application/json',
        'candor-signature': writeSignature(signedAtSec, signNotice(key, signedAtSec, notice)),
      },
      payload: notice,
    });
  }
  const { domain } = body;
  const back = new URLSearchParams({
    ...(deposit === undefined ? {} : { deposit: deposit.id }),
    ...(domain === undefined ? {} : { domain }),
  }).toString();
  return await reply.redirect(`/#/pages/recharge/index${back === '' ? '' : `?${back}`}`, 303);
}

const STYLE = `
body{margin:0;min-height:100dvh;display:grid;place-items:center;background:#12131a;color:#f2f3f7;font:16px/1.6 system-ui,sans-serif}
main{width:min(360px,90vw);text-align:center}
.amount{font-size:28px;font-weight:600;font-variant-numeric:tabular-nums}
button{display:block;width:100%;min-height:48px;margin:12px 0;border:0;border-radius:16px;font:inherit;font-weight:600;background:#ff8a1e;color:#1b1206;cursor:pointer}
button+button{background:#2a2c38;color:#f2f3f7}
`;
/** The page shows its own style and sends its form. Nothing else: it has no script. */
const POLICY = [
  "default-src 'none'",
  `style-src '${hashSource(STYLE)}'`,
  'img-src data:',
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join(';');

function hashSource(text: string): string {
  return `sha256-${createHash('sha256').update(text).digest('base64')}`;
}

function page(language: Language, title: string, body: string): string {
  return `<!doctype html><html lang="${language}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<link rel="icon" href="data:,"><title>${title}</title><style>${STYLE}</style></head><body><main><h1>${title}</h1>${body}</main></body></html>`;
}

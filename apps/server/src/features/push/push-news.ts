import type { PushNews } from '@candor/contract/push';
import { money, moneyInWords } from '@candor/domain/money';
import { formatPrice } from '@candor/domain/price';
import type { Db } from '../../platform/db/pool.ts';
import type { Site } from '../../services/site/site.ts';
import {
  selectAmount,
  selectFired,
  selectNoticeTitle,
  selectOpened,
  selectSettled,
  selectUnreadState,
} from './push-store.ts';
import type { DueMessage } from './push-store.ts';
import { PUSH_WORDS } from './push-words.ts';

export interface NewsDeps {
  readonly pool: Db;
  readonly site: Pick<Site, 'currency' | 'currencySymbol'>;
  /** The code that every address of the site carries. */
  readonly siteDomain: string | undefined;
}

/** All messages have one length, and a lock screen shows two lines. */
const TITLE_CHARS_MAX = 80;

function shortened(text: string): string {
  const chars = [...text];
  return chars.length <= TITLE_CHARS_MAX ? text : `${chars.slice(0, TITLE_CHARS_MAX - 1).join('')}…`;
}

/** The pages that the messages of the message centre lead to. */
const MESSAGE_PAGES = {
  identity: '/pages/mine/info/user/verifyInfo/index',
  security: '/pages/mine/info/security/index',
  support: '/pages/common/webview/index',
} as const;

/** What a device shows, in its language; undefined when there is nothing to tell. Amounts only if its member allowed them. */
export async function newsOf(
  { pool, site, siteDomain }: NewsDeps,
  message: Pick<DueMessage, 'kind' | 'ref' | 'language' | 'amounts'>,
): Promise<PushNews | undefined> {
  const words = PUSH_WORDS[message.language];
  const [id = '', state = ''] = message.ref.split(':');
  const amountText = (minor: bigint) => moneyInWords(money(minor), site.currency, site.currencySymbol);
  const made = (title: string, body: string, path: string): PushNews => ({
    title,
    body,
    path,
    // The same as that of the page's own notice about an order: one takes the place of the other.
    tag: id,
    domain: siteDomain ?? null,
  });
  if (message.kind === 'settlement') {
    const order = await selectSettled(pool, id);
    if (order === undefined) return undefined;
    const { profit } = order;
    const signed = profit < 0n ? `−${amountText(-profit)}` : `+${amountText(profit)}`;
    const what = `${order.product} · ${words[order.direction]}`;
    const body = message.amounts ? `${what} · ${signed}` : what;
    return made(words.settled[order.outcome], body, `/pages/order/orderInfo/index?id=${id}`);
  }
  if (message.kind === 'notice') {
    const title = await selectNoticeTitle(pool, id, message.language);
    return title === undefined ? undefined : made(words.notice, shortened(title), `/pages/mine/notice/index?id=${id}`);
  }
  if (message.kind === 'alert') {
    const product = (code: string) => `/pages/kLineChart/index?code=${encodeURIComponent(code)}`;
    if (state === 'open') {
      const code = await selectOpened(pool, id);
      return code === undefined ? undefined : made(words.alert.open, code, product(code));
    }
    const fired = await selectFired(pool, id);
    if (fired === undefined) return undefined;
    const body = message.amounts ? `${fired.product} · ${formatPrice(fired.price, fired.decimals)}` : fired.product;
    return made(state === 'above' ? words.alert.above : words.alert.below, body, product(fired.product));
  }
  if (message.kind === 'identity' || message.kind === 'security' || message.kind === 'support') {
    const titles: Readonly<Record<string, string>> = words[message.kind];
    // Whoever read it in the meantime knows.
    const said = await selectUnreadState(pool, id);
    const title = said === undefined ? undefined : titles[said];
    return title === undefined ? undefined : made(title, words.open, MESSAGE_PAGES[message.kind]);
  }
  const { kind } = message;
  const titles: Readonly<Record<string, string>> = words[kind];
  const title = titles[state];
  const amount = await selectAmount(pool, kind, id);
  if (title === undefined || amount === undefined) return undefined;
  const page = kind === 'deposit' ? '/pages/mine/record/deposit/index' : '/pages/mine/record/withdraw/index';
  return made(title, message.amounts ? amountText(amount) : words.open, `${page}?id=${id}`);
}

import type { BannerText, NoticeText } from '@candor/contract/console-notices';
import type { NoticeCategory } from '@candor/contract/notices';
import type { Language } from '@candor/contract/languages';

/** What a new site says before its operator writes anything. Each sentence must be true of the product as shipped. */

export interface SeededNotice {
  readonly id: string;
  readonly category: NoticeCategory;
  readonly pinned: boolean;
  /** Only for sites that serve practice money. */
  readonly practiceOnly: boolean;
  readonly texts: Readonly<Record<Language, NoticeText>>;
}

export interface SeededBanner {
  readonly id: string;
  readonly position: number;
  readonly target: string;
  readonly practiceOnly: boolean;
  readonly texts: Readonly<Record<Language, BannerText>>;
}

/** Oldest first. */
export const SEEDED_NOTICES: readonly SeededNotice[] = [
  {
    id: '00000000-0000-4000-8000-000000000171',
    category: 'trading',
    pinned: false,
    practiceOnly: false,
    texts: {
      'zh-Hans': {
        title: '各市场的交易时间',
        summary: '数字货币全天可交易；外汇、贵金属和指数按各自市场的时间开市和休市。',
        body: `数字货币每天 24 小时可交易。

外汇从纽约时间周日傍晚到周五傍晚交易，每天傍晚有几分钟停顿；贵金属每天傍晚停顿约一小时；指数按各自交易所的时间交易。

## 休市时会怎样

- 休市的品种不接受新订单，页面会写明下一次开市的时间。
- 到期时间会落在休市之后的订单，不会被受理。
- 节假日的安排由平台事先排定，品种页面会按当天的安排显示。

品种页面的“详情”写有交易时间，“规则”写有每个时长的收益率、手续费和保本胜率。`,
      },
      'zh-Hant': {
        title: '各市場的交易時段',
        summary: '加密貨幣全天可交易；外匯、貴金屬與指數依各自市場的時段開市與休市。',
        body: `加密貨幣每天 24 小時皆可交易。

外匯自紐約時間週日傍晚交易至週五傍晚，每天傍晚有數分鐘的暫停；貴金屬每天傍晚暫停約一小時；指數依各交易所的時段交易。

## 休市時的處理

- 休市的品種不接受新訂單，頁面會標示下一次開市的時間。
- 到期時間落在休市之後的訂單，不會被受理。
- 假日安排由平台事先排定，品種頁面會依當天的安排顯示。

品種頁面的「詳情」列有交易時段，「規則」列有各時長的收益率、手續費與保本勝率。`,
      },
      en: {
        title: 'When each market trades',
        summary: 'Crypto trades around the clock. Forex, metals and indices open and close with their own markets.',
        body: `Crypto products trade 24 hours a day.

Forex trades from Sunday evening to Friday evening, New York time, with a pause of a few minutes every evening. Metals pause for about an hour every evening. Indices follow the hours of their exchanges.

## While a market is closed

- A closed product takes no new orders. Its page says when it opens next.
- An order that would end after the close is not accepted.
- Holidays are set in advance, and each product page shows the hours of the day.

A product page has the trading hours under “Details”, and the payout rate, fee and break-even win rate of each duration under “Rules”.`,
      },
    },
  },
  {
    id: '00000000-0000-4000-8000-000000000172',
    category: 'system',
    pinned: false,
    practiceOnly: true,
    texts: {
      'zh-Hans': {
        title: '本站使用模拟资金',
        summary: '账户里的都是模拟资金，没有真实价值，也不能提现；可以随时重置。',
        body: `本站目前只提供模拟交易。您看到的每一笔金额都是模拟资金：没有真实价值，不能兑换，也不能提现。

## 您可以怎样使用

- 按真实的规则下单，熟悉收益率、手续费和结算。
- 想从头开始时，在账户页重置模拟资金；未到期的订单不受影响，会照常结算。
- 充值和提现页面走的是完整流程，但付出和收到的都是模拟资金。

请不要向任何人支付真实款项来“充值”本站账户。如果有人这样要求，请告诉客服。`,
      },
      'zh-Hant': {
        title: '本站使用模擬資金',
        summary: '帳戶中的都是模擬資金，沒有真實價值，也無法提現；您隨時可以重設。',
        body: `本站目前只提供模擬交易。您看到的每一筆金額都是模擬資金：沒有真實價值，不能兌換，也不能提現。

## 您可以這樣使用

- 依真實的規則下單，熟悉收益率、手續費與結算方式。
- 想重新開始時，可在帳戶頁重設模擬資金；未到期的訂單不受影響，仍照常結算。
- 儲值與提現頁面會走完整流程，但付出與收到的都是模擬資金。

請勿為了「儲值」本站帳戶而向任何人支付真實款項。若有人如此要求，請告知客服。`,
      },
      en: {
        title: 'This site uses practice money',
        summary:
          'Everything in your account is practice money. It has no value and cannot be withdrawn. You can reset it.',
        body: `This site offers practice trading only. Every amount you see is practice money: it has no real value, and it cannot be exchanged or withdrawn.

## What you can do with it

- Place orders under the real rules, and learn how payout rates, fees and settlement work.
- Start again at any time: reset your practice money on the account page. Open orders are not affected and settle as usual.
- Walk through deposits and withdrawals from start to end. What is paid and received there is practice money too.

Never pay real money to anybody to “top up” an account here. If somebody asks you to, please tell support.`,
      },
    },
  },
  {
    id: '00000000-0000-4000-8000-000000000173',
    category: 'system',
    pinned: true,
    practiceOnly: false,
    texts: {
      'zh-Hans': {
        title: '欢迎：每一笔结果都能自己核对',
        summary: '所有会员看到同一条报价，结果只由已发布的报价算出。三步就能核对任何一笔订单。',
        body: `本站没有控制输赢的开关。所有会员看到的是同一条报价，结算用的也是它；平台的任何人都不能更改一笔订单的结果。

## 怎样核对一笔订单

1. 打开订单的详情页，找到“结算凭证”。
2. 点“验证”。您的浏览器会逐步核对签名、报价和结算规则。
3. 想完全离开本站核对，可以下载凭证，用开源程序在自己的电脑上验证。

## 对结果有疑问时

在订单详情页提交疑问，程序会立即检查这笔订单的凭证，并把查到的事实告诉您。

限时涨跌交易有风险：每一笔都可能亏掉全部投入金额。下单前请看清保本胜率，只用您能承受损失的金额。`,
      },
      'zh-Hant': {
        title: '歡迎：每一筆結果都能自行核對',
        summary: '所有會員看到的是同一則報價，結果只由已發布的報價算出。三個步驟就能核對任何一筆訂單。',
        body: `本站沒有左右輸贏的開關。所有會員看到的是同一則報價，結算用的也是它；平台的任何人都無法更改一筆訂單的結果。

## 如何核對一筆訂單

1. 開啟訂單詳情頁，找到「結算憑證」。
2. 點選「驗證」。您的瀏覽器會逐步核對簽章、報價與結算規則。
3. 若想完全離開本站核對，可下載憑證，用開放原始碼的程式在自己的電腦上驗證。

## 對結果有疑問時

在訂單詳情頁提出疑問，程式會立即檢查這筆訂單的憑證，並告訴您查到的事實。

限時漲跌交易有風險：每一筆都可能損失全部投入金額。下單前請看清保本勝率，只投入您能承受損失的金額。`,
      },
      en: {
        title: 'Welcome: you can check every result yourself',
        summary:
          'Everybody sees the same price, and results follow from published prices alone. Three steps check any order.',
        body: `There is no switch over winning and losing here. Every member sees the same price, and that price settles the orders. Nobody on this platform can change the result of an order.

## How to check an order

1. Open the order and find its “Settlement receipt”.
2. Press “Verify”. Your browser checks the signatures, the prices and the settlement rule step by step.
3. To check without this site, download the receipt and verify it with the open-source program on your own computer.

## If you doubt a result

Report it from the order’s page. A program checks the receipt of that order at once and tells you what it found.

Timed up/down orders are risky: each of them can lose the whole stake. Look at the break-even win rate before you order, and use only what you can afford to lose.`,
      },
    },
  },
];

export const SEEDED_BANNERS: readonly SeededBanner[] = [
  {
    id: '00000000-0000-4000-8000-000000000174',
    position: 10,
    target: '/pages/fairness/index',
    practiceOnly: false,
    texts: {
      'zh-Hans': { title: '结果公开，人人可查', text: '所有已结算订单的结果，按品种和时长统计' },
      'zh-Hant': { title: '結果公開，人人可查', text: '所有已結算訂單的結果，依品種與時長統計' },
      en: { title: 'Results are public', text: 'All settled orders, by product and duration' },
    },
  },
  {
    id: '00000000-0000-4000-8000-000000000175',
    position: 20,
    target: '/pages/mine/info/limits/index',
    practiceOnly: false,
    texts: {
      'zh-Hans': { title: '为自己设一条线', text: '投入和亏损的上限由您决定，到了就停' },
      'zh-Hant': { title: '為自己設一條線', text: '投入與虧損的上限由您決定，到了就停' },
      en: { title: 'Draw your own line', text: 'Limit what you stake and what you can lose' },
    },
  },
];

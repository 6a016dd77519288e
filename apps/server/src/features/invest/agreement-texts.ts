import type { NewAgreement } from './project-store.ts';

/** Version 1 of what members agree to. A later version is a new row: holdings name the version they were bought under. */
export const AGREEMENT_TEXTS: readonly NewAgreement[] = [
  {
    code: 'project',
    title: { 'zh-Hans': '定期项目投资协议', 'zh-Hant': '定期項目投資協議', en: 'Agreement on fixed-term projects' },
    text: {
      'zh-Hans': `您投资的本金从投资当天起计息，到期日当天不计息。利息按实际天数计算，每年固定以 365 天计：本金 × 年利率 × 天数 ÷ 365，四舍六入五成双，精确到分。

项目的期限、年利率、起投金额和提前赎回条件以您确认时的版本为准。之后条款如有变更，不影响您已持有的投资。

按日付息的项目，每天的利息在次日转入可用余额；到期付息的项目，利息在到期日与本金一并转入可用余额。

支持提前赎回的项目，锁定期满后可以赎回。提前赎回时，全部利息按提前赎回利率重新计算，已付利息超出的部分从本金中扣回。赎回前会显示准确的到账金额。

只有您主动选择，到期本金才会自动续投；若届时利率更低、额度不足或项目停售，则不续投，本金留在可用余额中。

收益率不构成保证。请在了解风险后投资。`,
      'zh-Hant': `您投資的本金自投資當日起計息，到期日當日不計息。利息依實際天數計算，每年固定以 365 天計：本金 × 年利率 × 天數 ÷ 365，四捨六入五成雙，精確到分。

項目的期限、年利率、最低投資金額與提前贖回條件，以您確認時的版本為準。日後條款若有變更，不影響您已持有的投資。

按日付息的項目，每日利息於次日轉入可用餘額；到期付息的項目，利息於到期日與本金一併轉入可用餘額。

可提前贖回的項目，閉鎖期滿後即可贖回。提前贖回時，全部利息改按提前贖回利率重新計算，已付利息超出的部分由本金扣回。贖回前會顯示確切的入帳金額。

唯有您主動選擇，到期本金才會自動續投；若屆時利率較低、額度不足或項目停售，則不續投，本金留在可用餘額。

收益率並非保證。請於了解風險後再投資。`,
      en: `Your principal earns interest from the day of the investment on. The day of maturity earns nothing. Interest counts actual days over a fixed year of 365 days: principal × annual rate × days ÷ 365, rounded half to even, to the smallest unit of the currency.

Term, rate, minimum and the terms of early redemption are those of the version that you confirm. Later changes do not touch what you hold.

Where interest is paid daily, the interest of a day is added to your available balance on the next day. Where it is paid at maturity, it arrives together with the principal.

Where early redemption is possible, it is possible after the lock-in. All interest is then calculated anew at the rate of early redemption; interest that was paid above it is deducted from the principal. The exact amount is shown before you confirm.

The principal is invested again at maturity only if you chose so. If the rate is lower by then, if nothing is left, or if the project is no longer sold, it stays in your available balance.

Yields are not guaranteed. Please invest only when you understand the risk.`,
    },
  },
  {
    code: 'savings',
    title: { 'zh-Hans': '利息宝服务协议', 'zh-Hant': '利息寶服務協議', en: 'Agreement on savings' },
    text: {
      'zh-Hans': `利息宝内的资金可以随时转入、转出，立即生效。

利息按每个营业日结束时的余额和当日利率计算，每年固定以 365 天计，次日计入利息宝，并从计入之日起一同计息。不足一分的利息累积到之后的日期，不会丢失。

利率可能调整，调整只对之后的日期生效，历史利率可随时查看。

“闲置资金自动转入”默认关闭。开启后，每个营业日结束时，超出您保留金额的可用余额会自动转入利息宝；您可以随时关闭。`,
      'zh-Hant': `利息寶內的資金可隨時轉入、轉出，立即生效。

利息依每個營業日結束時的餘額與當日利率計算，每年固定以 365 天計，次日計入利息寶，並自計入當日起一併計息。不足一分的利息會累積至之後的日期，不會流失。

利率可能調整，調整僅對之後的日期生效，歷史利率可隨時查閱。

「閒置資金自動轉入」預設為關閉。開啟後，每個營業日結束時，超出您保留金額的可用餘額會自動轉入利息寶；您可隨時關閉。`,
      en: `Money in the savings can be moved in and out at any time, with immediate effect.

Interest is calculated on the balance at the end of each business date, at the rate of that date, over a fixed year of 365 days. It is added to the savings on the next day and earns from then on. Fractions of the smallest unit are carried over to later dates and are never lost.

The rate may change. A change holds for later dates only, and earlier rates can always be read.

Moving idle money automatically is off until you turn it on. Then, after every business date, what is available above the amount you keep is moved into the savings. You can turn it off at any time.`,
    },
  },
];

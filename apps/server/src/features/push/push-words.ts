import type { Language } from '@candor/contract/languages';
import type { SecurityAlert } from '@candor/contract/security-events';
import type { Outcome } from './push-store.ts';

/** The words of a notification. They are few and short: a locked screen shows them. */
export interface PushWords {
  readonly settled: Readonly<Record<Outcome, string>>;
  readonly up: string;
  readonly down: string;
  readonly deposit: Readonly<Record<'approved' | 'rejected', string>>;
  readonly withdrawal: Readonly<Record<'approved' | 'sent' | 'arrived' | 'returned' | 'rejected', string>>;
  readonly identity: Readonly<Record<'verified' | 'rejected', string>>;
  /** A reset of the login password ends all sessions and with them the devices: nobody is left to be told. */
  readonly security: Readonly<Record<Exclude<SecurityAlert, 'loginPasswordReset'>, string>>;
  readonly support: Readonly<Record<'answered', string>>;
  readonly notice: string;
  /** A price that the member waited for, and a market that opened. */
  readonly alert: Readonly<Record<'above' | 'below' | 'open', string>>;
  /** The body where an amount could stand and may not. */
  readonly open: string;
}

export const PUSH_WORDS: Readonly<Record<Language, PushWords>> = {
  'zh-Hans': {
    settled: {
      won: '订单已结算：盈利',
      lost: '订单已结算：亏损',
      tied: '订单已结算：平局退款',
      voided: '订单作废，已退款',
    },
    up: '买涨',
    down: '买跌',
    deposit: { approved: '充值已到账', rejected: '充值已拒绝' },
    withdrawal: {
      approved: '提现审核通过',
      sent: '提现已打款',
      arrived: '提现已到账',
      returned: '提现款项被银行退回',
      rejected: '提现已拒绝，金额已退回',
    },
    identity: { verified: '身份认证已通过', rejected: '身份认证未通过，请重新提交' },
    security: {
      newDevice: '新设备登录了您的账户',
      loginLocked: '登录密码多次输错，已暂时锁定',
      factorLocked: '两步验证多次失败，已暂时锁定',
      withdrawLocked: '提现密码多次输错，已锁定',
      recoveryUsed: '恢复码已使用',
      releaseAsked: '客服收到解除两步验证的申请',
      released: '两步验证已由客服解除',
      cardReleased: '客服已解除您的银行卡',
      identityReleased: '客服已解除您的身份信息',
      deviceReleased: '客服已解除一台设备的密钥',
    },
    support: { answered: '客服已回复您' },
    notice: '新公告',
    alert: { above: '价格升到了提醒价', below: '价格降到了提醒价', open: '市场已开市' },
    open: '点按查看详情',
  },
  'zh-Hant': {
    settled: {
      won: '訂單已結算：盈利',
      lost: '訂單已結算：虧損',
      tied: '訂單已結算：平局退款',
      voided: '訂單作廢，已退款',
    },
    up: '買漲',
    down: '買跌',
    deposit: { approved: '儲值已到帳', rejected: '儲值已拒絕' },
    withdrawal: {
      approved: '提現審核通過',
      sent: '提現已撥款',
      arrived: '提現已到帳',
      returned: '提現款項遭銀行退回',
      rejected: '提現已拒絕，金額已退回',
    },
    identity: { verified: '身分認證已通過', rejected: '身分認證未通過，請重新提交' },
    security: {
      newDevice: '新裝置登入了您的帳戶',
      loginLocked: '登入密碼多次輸入錯誤，已暫時鎖定',
      factorLocked: '兩步驟驗證多次失敗，已暫時鎖定',
      withdrawLocked: '提現密碼多次輸入錯誤，已鎖定',
      recoveryUsed: '復原碼已使用',
      releaseAsked: '客服收到解除兩步驟驗證的申請',
      released: '客服已解除兩步驟驗證',
      cardReleased: '客服已解除您的銀行卡',
      identityReleased: '客服已解除您的身分資料',
      deviceReleased: '客服已解除一台裝置的金鑰',
    },
    support: { answered: '客服已回覆您' },
    notice: '新公告',
    alert: { above: '價格漲到提醒價了', below: '價格跌到提醒價了', open: '市場開市了' },
    open: '輕觸查看詳情',
  },
  en: {
    settled: {
      won: 'Order settled: won',
      lost: 'Order settled: lost',
      tied: 'Order settled: tie, refunded',
      voided: 'Order void, refunded',
    },
    up: 'Up',
    down: 'Down',
    deposit: { approved: 'Deposit credited', rejected: 'Deposit rejected' },
    withdrawal: {
      approved: 'Withdrawal approved',
      sent: 'Withdrawal paid out',
      arrived: 'Withdrawal arrived',
      returned: 'Withdrawal returned by the bank',
      rejected: 'Withdrawal rejected, the amount is back in your balance',
    },
    identity: { verified: 'Your identity is verified', rejected: 'Your identity was not verified' },
    security: {
      newDevice: 'Sign-in on a new device',
      loginLocked: 'Too many wrong login passwords: locked for a while',
      factorLocked: 'The second step failed too often: locked for a while',
      withdrawLocked: 'Too many wrong withdrawal passwords: locked',
      recoveryUsed: 'A recovery code was used',
      releaseAsked: 'Support was asked to remove your second step',
      released: 'Support removed your second step',
      cardReleased: 'Support released your bank card',
      identityReleased: 'Support released your identity',
      deviceReleased: 'Support released the key of a device',
    },
    support: { answered: 'Support has answered you' },
    notice: 'New announcement',
    alert: { above: 'Price rose to your alert', below: 'Price fell to your alert', open: 'The market is open' },
    open: 'Tap to see the details',
  },
};

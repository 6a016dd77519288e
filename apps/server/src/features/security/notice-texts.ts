import type { Language } from '@candor/contract/languages';
import type { NoticePurpose } from '@candor/domain/identity/account-code';

/** What a text message says when a secret was replaced. It has no link: nobody shall learn to press one in such a message. */
export const NOTICE_TEXTS: Readonly<Record<Language, Readonly<Record<NoticePurpose, string>>>> = {
  'zh-Hans': {
    loginPasswordChanged: '您的登录密码已重设，所有设备已退出登录。若非您本人操作，请立即联系客服。',
    withdrawPasswordChanged: '您的提现密码已重设。若非您本人操作，请立即修改登录密码并联系客服。',
  },
  'zh-Hant': {
    loginPasswordChanged: '您的登入密碼已重設，所有裝置均已登出。若非您本人操作，請立即聯絡客服。',
    withdrawPasswordChanged: '您的提現密碼已重設。若非您本人操作，請立即變更登入密碼並聯絡客服。',
  },
  en: {
    loginPasswordChanged:
      'Your login password was reset and all devices were logged out. If it was not you, contact customer service at once.',
    withdrawPasswordChanged:
      'Your withdrawal password was reset. If it was not you, change your login password and contact customer service at once.',
  },
};

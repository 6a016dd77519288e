import type { ErrorEntry } from './error-entry.ts';

/** Transport, session, permission and form messages that belong to no one feature. */
export const COMMON_ERRORS = {
  OK: { code: 200, text: { 'zh-Hans': '操作成功', 'zh-Hant': '操作成功', en: 'Done' } },
  COPIED: { code: 200, text: { 'zh-Hans': '复制成功', 'zh-Hant': '複製成功', en: 'Copied' } },
  SESSION_INVALID: {
    code: 401,
    text: {
      'zh-Hans': '无效的会话，或者会话已过期，请重新登录。',
      'zh-Hant': '登入狀態無效或已過期，請重新登入。',
      en: 'Invalid session or session expired, please log in again.',
    },
  },
  AUTHENTICATION_FAILED: {
    code: 401,
    text: {
      'zh-Hans': '认证失败，无法访问系统资源',
      'zh-Hant': '驗證失敗，無法存取系統資源',
      en: 'Authentication failed, cannot access system resources.',
    },
  },
  FORBIDDEN: {
    code: 403,
    text: {
      'zh-Hans': '当前操作没有权限',
      'zh-Hant': '您沒有執行此操作的權限',
      en: 'You do not have permission for this operation.',
    },
  },
  NOT_FOUND: {
    code: 404,
    text: { 'zh-Hans': '访问的资源不存在', 'zh-Hant': '存取的資源不存在', en: 'The resource does not exist.' },
  },
  UNKNOWN_ERROR: {
    code: 500,
    text: {
      'zh-Hans': '系统未知错误，请反馈给管理员',
      'zh-Hant': '系統發生未知錯誤，請回報管理員',
      en: 'Unknown system error, please report it to the administrator.',
    },
  },
  FAULT: {
    code: 500,
    text: {
      'zh-Hans': '系统出错了，请稍后重试；若仍然出错，请反馈给管理员',
      'zh-Hant': '系統發生錯誤，請稍後再試；若仍然發生，請回報管理員',
      en: 'Something went wrong on our side. Please try again; if it keeps happening, report it to the administrator.',
    },
  },
  OUTCOME_UNKNOWN: {
    code: 500,
    text: {
      'zh-Hans': '暂时无法确认结果，正在查询，请勿重复提交',
      'zh-Hant': '暫時無法確認結果，正在查詢，請勿重複提交',
      en: 'The outcome is not known yet. Looking it up; please do not submit again.',
    },
  },
  NETWORK_ERROR: { code: 500, text: { 'zh-Hans': '网络错误', 'zh-Hant': '網路錯誤', en: 'Network error' } },
  PAGE_LOAD_FAILED: {
    code: 500,
    text: {
      'zh-Hans': '页面加载失败，请检查网络后重试',
      'zh-Hant': '頁面載入失敗，請檢查網路後再試',
      en: 'The page failed to load. Check your network and try again.',
    },
  },
  LOAD_FAILED: { code: 500, text: { 'zh-Hans': '加载失败', 'zh-Hant': '載入失敗', en: 'Loading failed' } },
  RATE_LIMITED: {
    code: 429,
    text: {
      'zh-Hans': '操作过于频繁，请 {seconds} 秒后再试',
      'zh-Hant': '操作過於頻繁，請於 {seconds} 秒後再試',
      en: 'Too many requests. Please try again in {seconds} s.',
    },
  },
  BODY_TOO_LARGE: {
    code: 400,
    text: { 'zh-Hans': '提交的内容过大', 'zh-Hant': '提交的內容過大', en: 'The submitted content is too large.' },
  },
  BODY_INVALID: {
    code: 400,
    text: {
      'zh-Hans': '提交的内容格式不正确',
      'zh-Hant': '提交的內容格式不正確',
      en: 'The submitted content could not be read.',
    },
  },
  PARAMETERS_EMPTY: {
    code: 400,
    text: { 'zh-Hans': '参数不能为空', 'zh-Hant': '參數不能為空', en: 'Parameters must not be empty.' },
  },
  INFORMATION_EMPTY: {
    code: 400,
    text: { 'zh-Hans': '信息不能为空', 'zh-Hant': '資料不能為空', en: 'The information must not be empty.' },
  },
  PARAMETERS_INVALID: {
    code: 400,
    text: { 'zh-Hans': '参数不正确', 'zh-Hant': '參數不正確', en: 'Some of the values are not valid.' },
  },
  FIELD_REQUIRED: {
    code: 400,
    text: { 'zh-Hans': '此项必填', 'zh-Hant': '此欄位必填', en: 'This field is required.' },
  },
  FIELD_INVALID: {
    code: 400,
    text: { 'zh-Hans': '填写的内容不正确', 'zh-Hant': '填寫的內容不正確', en: 'This value is not valid.' },
  },
  FIELD_UNKNOWN: {
    code: 400,
    text: { 'zh-Hans': '不支持的参数', 'zh-Hant': '不支援的參數', en: 'This parameter is not known.' },
  },
  EMAIL_INVALID: {
    code: 400,
    text: {
      'zh-Hans': '请输入正确的邮箱地址',
      'zh-Hant': '請輸入正確的電子郵件地址',
      en: 'Please enter a valid email address.',
    },
  },
  AMOUNT_REQUIRED: {
    code: 400,
    text: { 'zh-Hans': '请输入金额', 'zh-Hant': '請輸入金額', en: 'Please enter an amount.' },
  },
  AMOUNT_INVALID: {
    code: 400,
    text: {
      'zh-Hans': '金额不正确，最多两位小数',
      'zh-Hant': '金額不正確，最多兩位小數',
      en: 'The amount is not valid; at most two decimals.',
    },
  },
  IDEMPOTENCY_KEY_REQUIRED: {
    code: 400,
    text: {
      'zh-Hans': '缺少请求编号，请刷新页面后重试',
      'zh-Hant': '缺少請求編號，請重新整理頁面後再試',
      en: 'The request carries no idempotency key. Reload the page and try again.',
    },
  },
  IDEMPOTENCY_KEY_INVALID: {
    code: 400,
    text: {
      'zh-Hans': '请求编号不正确，请刷新页面后重试',
      'zh-Hant': '請求編號不正確，請重新整理頁面後再試',
      en: 'The idempotency key must be a UUID. Reload the page and try again.',
    },
  },
  IDEMPOTENCY_KEY_REUSED: {
    code: 409,
    text: {
      'zh-Hans': '该请求编号已用于另一笔操作',
      'zh-Hant': '此請求編號已用於另一筆操作',
      en: 'This idempotency key was already used for a different request.',
    },
  },
  WALLET_UNAVAILABLE: {
    code: 500,
    text: {
      'zh-Hans': '该账户类型在本站不可用',
      'zh-Hant': '本站無法使用此帳戶類型',
      en: 'This wallet is not available on this site.',
    },
  },
  LICENCE_REQUIRED: {
    code: 500,
    text: {
      'zh-Hans': '本站未持有所需牌照，无法提供真实资金服务',
      'zh-Hant': '本站未持有所需牌照，無法提供真實資金服務',
      en: 'This site holds no licence for real money, so this service is not available.',
    },
  },
  COUNTRY_NOT_ALLOWED: {
    code: 500,
    text: {
      'zh-Hans': '本站不向您所在的国家或地区提供服务',
      'zh-Hant': '本站不向您所在的國家或地區提供服務',
      en: 'This site does not serve your country or region.',
    },
  },
} as const satisfies Record<string, ErrorEntry>;

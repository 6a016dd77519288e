import type { ErrorEntry } from './error-entry.ts';

/** Captcha, login, registration, passwords and personal information. */
export const IDENTITY_ERRORS = {
  CAPTCHA_REQUIRED: {
    code: 400,
    text: { 'zh-Hans': '请输入验证码', 'zh-Hant': '請輸入驗證碼', en: 'Please enter the captcha.' },
  },
  CAPTCHA_WRONG: { code: 400, text: { 'zh-Hans': '验证码错误', 'zh-Hant': '驗證碼錯誤', en: 'The captcha is wrong.' } },
  CAPTCHA_EXPIRED: {
    code: 400,
    text: {
      'zh-Hans': '验证码已失效，请重新获取',
      'zh-Hant': '驗證碼已失效，請重新取得',
      en: 'The captcha has expired. Please get a new one.',
    },
  },
  USERNAME_REQUIRED: {
    code: 400,
    text: { 'zh-Hans': '请输入用户名', 'zh-Hant': '請輸入使用者名稱', en: 'Please enter a username.' },
  },
  USERNAME_ILLEGAL: {
    code: 400,
    text: {
      'zh-Hans': '用户名含有非法字符',
      'zh-Hant': '使用者名稱含有不允許的字元',
      en: 'The username contains illegal characters.',
    },
  },
  USERNAME_LENGTH: {
    code: 400,
    text: {
      'zh-Hans': '用户名长度须为 4 至 32 个字符',
      'zh-Hant': '使用者名稱長度須為 4 至 32 個字元',
      en: 'The username must have 4 to 32 characters.',
    },
  },
  USERNAME_EXISTS: {
    code: 400,
    text: { 'zh-Hans': '用户名已存在', 'zh-Hant': '使用者名稱已存在', en: 'This username already exists.' },
  },
  PASSWORD_REQUIRED: {
    code: 400,
    text: { 'zh-Hans': '请输入密码', 'zh-Hant': '請輸入密碼', en: 'Please enter your password.' },
  },
  PASSWORD_REPEAT_REQUIRED: {
    code: 400,
    text: { 'zh-Hans': '请再次输入密码', 'zh-Hant': '請再次輸入密碼', en: 'Please enter the password again.' },
  },
  PASSWORD_LENGTH: {
    code: 400,
    text: {
      'zh-Hans': '密码长度须为 8 至 128 个字符',
      'zh-Hant': '密碼長度須為 8 至 128 個字元',
      en: 'The password must have 8 to 128 characters.',
    },
  },
  PASSWORDS_DIFFER: {
    code: 400,
    text: { 'zh-Hans': '两次输入的密码不一致', 'zh-Hant': '兩次輸入的密碼不一致', en: 'The two passwords differ.' },
  },
  WITHDRAW_PASSWORD_REQUIRED: {
    code: 400,
    text: { 'zh-Hans': '请输入提现密码', 'zh-Hant': '請輸入提現密碼', en: 'Please enter the withdrawal password.' },
  },
  WITHDRAW_PASSWORD_REPEAT_REQUIRED: {
    code: 400,
    text: {
      'zh-Hans': '请再次输入提现密码',
      'zh-Hant': '請再次輸入提現密碼',
      en: 'Please enter the withdrawal password again.',
    },
  },
  WITHDRAW_PASSWORD_ILLEGAL: {
    code: 400,
    text: {
      'zh-Hans': '提现密码须为 6 位数字',
      'zh-Hant': '提現密碼須為 6 位數字',
      en: 'The withdrawal password must be 6 digits.',
    },
  },
  WITHDRAW_PASSWORDS_DIFFER: {
    code: 400,
    text: {
      'zh-Hans': '两次输入的提现密码不一致',
      'zh-Hant': '兩次輸入的提現密碼不一致',
      en: 'The two withdrawal passwords differ.',
    },
  },
  WITHDRAW_PASSWORD_WRONG: {
    code: 400,
    text: {
      'zh-Hans': '当前提现密码错误',
      'zh-Hant': '目前的提現密碼錯誤',
      en: 'The current withdrawal password is wrong.',
    },
  },
  WITHDRAW_PASSWORD_UNCHANGED: {
    code: 400,
    text: {
      'zh-Hans': '新提现密码不能与当前提现密码相同',
      'zh-Hant': '新提現密碼不得與目前的提現密碼相同',
      en: 'The new withdrawal password must differ from the current one.',
    },
  },
  WITHDRAW_PASSWORD_RECOVERED: {
    code: 200,
    text: {
      'zh-Hans': '找回提现密码成功',
      'zh-Hant': '找回提現密碼成功',
      en: 'The withdrawal password has been reset.',
    },
  },
  WITHDRAW_PASSWORD_RECOVERY_FAILED: {
    code: 500,
    text: {
      'zh-Hans': '找回提现密码失败',
      'zh-Hant': '找回提現密碼失敗',
      en: 'The withdrawal password could not be reset.',
    },
  },
  LOGIN_PASSWORD_WRONG: {
    code: 400,
    text: { 'zh-Hans': '登录密码不正确', 'zh-Hant': '登入密碼不正確', en: 'The login password is incorrect.' },
  },
  OLD_PASSWORD_WRONG: {
    code: 400,
    text: {
      'zh-Hans': '原登录密码不正确',
      'zh-Hant': '原登入密碼不正確',
      en: 'The original login password is incorrect.',
    },
  },
  NEW_PASSWORDS_DIFFER: {
    code: 400,
    text: {
      'zh-Hans': '两次输入的新登录密码不一致',
      'zh-Hant': '兩次輸入的新登入密碼不一致',
      en: 'The two new login passwords differ.',
    },
  },
  PASSWORD_CHANGED: {
    code: 200,
    text: {
      'zh-Hans': '登录密码修改成功，请重新登录',
      'zh-Hant': '登入密碼修改成功，請重新登入',
      en: 'The login password has been changed. Please log in again.',
    },
  },
  PHONE_REQUIRED: {
    code: 400,
    text: { 'zh-Hans': '请输入手机号', 'zh-Hant': '請輸入手機號碼', en: 'Please enter a phone number.' },
  },
  PHONE_INVALID: {
    code: 400,
    text: { 'zh-Hans': '手机号格式不正确', 'zh-Hant': '手機號碼格式不正確', en: 'The phone number is not valid.' },
  },
  PHONE_EXISTS: {
    code: 400,
    text: { 'zh-Hans': '手机号已存在', 'zh-Hant': '手機號碼已存在', en: 'This phone number is already registered.' },
  },
  INVITE_CODE_REQUIRED: {
    code: 400,
    text: { 'zh-Hans': '请输入邀请码', 'zh-Hant': '請輸入邀請碼', en: 'Please enter an invite code.' },
  },
  INVITE_CODE_UNKNOWN: {
    code: 400,
    text: { 'zh-Hans': '邀请码不存在', 'zh-Hant': '邀請碼不存在', en: 'The invite code does not exist.' },
  },
  NAME_REQUIRED: {
    code: 400,
    text: { 'zh-Hans': '请输入姓名', 'zh-Hant': '請輸入姓名', en: 'Please enter your name.' },
  },
  NAME_INVALID: {
    code: 400,
    text: { 'zh-Hans': '姓名格式不正确', 'zh-Hant': '姓名格式不正確', en: 'The name is not valid.' },
  },
  ID_NUMBER_REQUIRED: {
    code: 400,
    text: { 'zh-Hans': '请输入证件号码', 'zh-Hant': '請輸入證件號碼', en: 'Please enter your ID number.' },
  },
  ID_NUMBER_INVALID: {
    code: 400,
    text: { 'zh-Hans': '证件号码格式不正确', 'zh-Hant': '證件號碼格式不正確', en: 'The ID number is not valid.' },
  },
  COUNTRY_REQUIRED: {
    code: 400,
    text: { 'zh-Hans': '请选择国家或地区', 'zh-Hant': '請選擇國家或地區', en: 'Please choose your country or region.' },
  },
  REGISTRATION_CLOSED: {
    code: 500,
    text: { 'zh-Hans': '注册未开放', 'zh-Hant': '註冊未開放', en: 'Registration is not open.' },
  },
  REGISTRATION_FAILED: {
    code: 500,
    text: {
      'zh-Hans': '注册失败，请重试',
      'zh-Hant': '註冊失敗，請再試一次',
      en: 'Registration failed. Please try again.',
    },
  },
  LOGIN_FAILED: {
    code: 500,
    text: {
      'zh-Hans': '登录失败，用户名不存在或密码错误',
      'zh-Hant': '登入失敗，使用者名稱不存在或密碼錯誤',
      en: 'Login failed: the username does not exist or the password is wrong.',
    },
  },
  LOGIN_NOT_AUTHORIZED: {
    code: 403,
    text: {
      'zh-Hans': '该账号未被授权登录',
      'zh-Hant': '此帳號未獲授權登入',
      en: 'This account is not authorized to log in.',
    },
  },
  ACCOUNT_FROZEN: {
    code: 403,
    text: { 'zh-Hans': '账号已被冻结', 'zh-Hant': '帳號已被凍結', en: 'The account is frozen.' },
  },
  ACCOUNT_LOCKED: {
    code: 429,
    text: {
      'zh-Hans': '登录失败次数过多，请 {minutes} 分钟后再试',
      'zh-Hant': '登入失敗次數過多，請於 {minutes} 分鐘後再試',
      en: 'Too many failed logins. Please try again in {minutes} min.',
    },
  },
  LOGGED_OUT: { code: 200, text: { 'zh-Hans': '已退出登录', 'zh-Hant': '已登出', en: 'Logout' } },
  SESSION_NOT_FOUND: {
    code: 404,
    text: {
      'zh-Hans': '该登录设备不存在或已退出',
      'zh-Hant': '此登入裝置不存在或已登出',
      en: 'This session does not exist or has already ended.',
    },
  },
  PROFILE_CHANGED: {
    code: 200,
    text: {
      'zh-Hans': '个人信息修改成功',
      'zh-Hant': '個人資料修改成功',
      en: 'Your personal information has been changed.',
    },
  },
  PROFILE_CHANGE_FAILED: {
    code: 500,
    text: {
      'zh-Hans': '个人信息修改失败',
      'zh-Hant': '個人資料修改失敗',
      en: 'Your personal information could not be changed.',
    },
  },
  PROFILE_INVALID: {
    code: 400,
    text: {
      'zh-Hans': '个人信息修改失败，参数无效',
      'zh-Hant': '個人資料修改失敗，參數無效',
      en: 'Your personal information was not changed: invalid parameters.',
    },
  },
  CODE_REQUIRED: {
    code: 400,
    text: {
      'zh-Hans': '请输入短信或邮件中的验证码',
      'zh-Hant': '請輸入簡訊或郵件中的驗證碼',
      en: 'Please enter the verification code we sent you.',
    },
  },
  CODE_INVALID: {
    code: 400,
    text: {
      'zh-Hans': '验证码须为 6 位数字',
      'zh-Hant': '驗證碼須為 6 位數字',
      en: 'The verification code must be 6 digits.',
    },
  },
  CODE_WRONG: {
    code: 400,
    text: {
      'zh-Hans': '验证码不正确或已失效',
      'zh-Hant': '驗證碼不正確或已失效',
      en: 'The verification code is wrong or has expired.',
    },
  },
  IDENTITY_NOT_VERIFIED: {
    code: 500,
    text: { 'zh-Hans': '请先完成实名认证', 'zh-Hant': '請先完成身分驗證', en: 'Please verify your identity first.' },
  },
} as const satisfies Record<string, ErrorEntry>;

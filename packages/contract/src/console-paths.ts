/** A value as one segment of a path. */
function segment(value: string): string {
  return encodeURIComponent(value);
}

/** Every path of the console. The role console serves them, and no other role. */
export const CONSOLE_PATHS = {
  captcha: '/api/console/captcha',
  puzzle: '/api/console/puzzle',
  login: '/api/console/login',
  loginCode: '/api/console/login/code',
  totp: '/api/console/totp',
  totpLater: '/api/console/totp/later',
  logout: '/api/console/logout',
  me: '/api/console/me',
  counters: '/api/console/counters',
  password: '/api/console/password',
  sessions: '/api/console/sessions',
  session: (id: string) => `/api/console/sessions/${segment(id)}`,
  audit: '/api/console/audit',
  auditCheck: '/api/console/audit/check',

  members: '/api/console/members',
  member: (id: string) => `/api/console/members/${segment(id)}`,
  memberFreeze: (id: string) => `/api/console/members/${segment(id)}/freeze`,
  memberForbid: (id: string) => `/api/console/members/${segment(id)}/forbid`,
  memberLimits: (id: string) => `/api/console/members/${segment(id)}/limits`,
  memberNotes: (id: string) => `/api/console/members/${segment(id)}/notes`,
  memberSessions: (id: string) => `/api/console/members/${segment(id)}/sessions`,

  practiceCodes: '/api/console/practice-codes',

  notices: '/api/console/notices',
  notice: (id: string) => `/api/console/notices/${segment(id)}`,
  noticeVersions: (id: string) => `/api/console/notices/${segment(id)}/versions`,
  noticeWithdraw: (id: string) => `/api/console/notices/${segment(id)}/withdraw`,
  banners: '/api/console/banners',
  banner: (id: string) => `/api/console/banners/${segment(id)}`,
  bannerWithdraw: (id: string) => `/api/console/banners/${segment(id)}/withdraw`,

  invitations: '/api/console/invitations',

  conversations: '/api/console/support/conversations',
  conversation: (id: string) => `/api/console/support/conversations/${segment(id)}`,
  conversationMessages: (id: string) => `/api/console/support/conversations/${segment(id)}/messages`,
  conversationRead: (id: string) => `/api/console/support/conversations/${segment(id)}/read`,
  conversationAct: (id: string, act: 'take' | 'assign' | 'close' | 'reopen') =>
    `/api/console/support/conversations/${segment(id)}/${act}`,
  conversationPicture: (id: string, file: string) =>
    `/api/console/support/conversations/${segment(id)}/pictures/${segment(file)}`,
  supportOperators: '/api/console/support/operators',
  cannedAnswers: '/api/console/support/answers',
  cannedAnswer: (id: string) => `/api/console/support/answers/${segment(id)}`,
  supportHours: '/api/console/support/hours',
} as const;

/** A value as one segment of a path. */
function segment(value: string): string {
  return encodeURIComponent(value);
}

/** Every path of the console. The role console serves them, and no other role. */
export const CONSOLE_PATHS = {
  captcha: '/api/console/captcha',
  login: '/api/console/login',
  loginCode: '/api/console/login/code',
  totp: '/api/console/totp',
  totpLater: '/api/console/totp/later',
  logout: '/api/console/logout',
  me: '/api/console/me',
  counters: '/api/console/counters',
  sessions: '/api/console/sessions',
  session: (id: string) => `/api/console/sessions/${segment(id)}`,
  audit: '/api/console/audit',
  auditCheck: '/api/console/audit/check',
} as const;

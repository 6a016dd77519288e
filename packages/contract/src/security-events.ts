/* What may happen to the security of an account. Without schemas: the first screen names them too. */

/** What a member sees later: what a thief would do first. */
export const SECURITY_EVENTS = [
  'password',
  'withdrawPassword',
  'withdrawPasswordReset',
  'loginPasswordReset',
  'newDevice',
  'loginLocked',
  'factorLocked',
  'withdrawLocked',
  'totpOn',
  'totpOff',
  'passkeyAdded',
  'passkeyRemoved',
  'recoveryMade',
  'recoveryUsed',
  'releaseAsked',
  'releaseStopped',
  'released',
  'cardReleased',
  'identityReleased',
  'deviceReleased',
  'dataAsked',
  'dataReady',
  'closingAsked',
  'closingStopped',
] as const;
export type SecurityEvent = (typeof SECURITY_EVENTS)[number];

/** Events that the member may not know of: they stay marked until the member has looked at them. */
export const SECURITY_ALERTS = [
  'loginPasswordReset',
  'newDevice',
  'loginLocked',
  'factorLocked',
  'withdrawLocked',
  'recoveryUsed',
  'releaseAsked',
  'released',
  'cardReleased',
  'identityReleased',
  'deviceReleased',
] as const satisfies readonly SecurityEvent[];
export type SecurityAlert = (typeof SECURITY_ALERTS)[number];

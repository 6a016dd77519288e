/* What a member has beside their password, and what they are told of their account. */

/** `password` confirms only while there is no second factor. */
export type FactorMethod = 'totp' | 'passkey' | 'recovery' | 'password';

/** Passkeys of one member. */
export const PASSKEYS_MAX = 10;

/** What has happened to an account, for its member to see. */
export type SecurityEventKind =
  | 'password'
  | 'withdrawPassword'
  | 'withdrawPasswordReset'
  | 'loginPasswordReset'
  | 'newDevice'
  | 'loginLocked'
  | 'factorLocked'
  | 'withdrawLocked'
  | 'totpOn'
  | 'totpOff'
  | 'passkeyAdded'
  | 'passkeyRemoved'
  | 'recoveryMade'
  | 'recoveryUsed'
  | 'releaseAsked'
  | 'releaseStopped'
  | 'released'
  | 'cardReleased'
  | 'identityReleased'
  | 'deviceReleased'
  | 'dataAsked'
  | 'dataReady'
  | 'closingAsked'
  | 'closingStopped';

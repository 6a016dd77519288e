/* What a six-digit code is for, how it travels, how long it lives, and how often it may be sent and tried. */

export const CODE_PURPOSES = ['withdrawPassword', 'loginPassword'] as const;
export type CodePurpose = (typeof CODE_PURPOSES)[number];
/** What tells a member that a secret was replaced by a code. It goes the way that the code went. */
export const NOTICE_PURPOSES = ['withdrawPasswordChanged', 'loginPasswordChanged'] as const;
export type NoticePurpose = `${CodePurpose}Changed`;
/** Not by mail: a thief with a session could change the member's mail address first. */
export const CODE_CHANNELS = ['sms'] as const;
export type CodeChannel = (typeof CODE_CHANNELS)[number];

export const CODE_LIFE_SEC = 600;
/** A notice is still worth reading when the gateway was down for hours. */
export const NOTICE_LIFE_SEC = 86_400;
/** Between two codes for one purpose. */
export const CODE_RESEND_SEC = 60;
/** Guesses at one code. */
export const CODE_TRIES_MAX = 5;
/** Codes of one member in 24 hours: with five guesses each, a code is guessed once in 20,000 days. */
export const CODES_A_DAY = 10;

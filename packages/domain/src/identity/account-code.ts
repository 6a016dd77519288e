/* How long a six-digit code lives, and how often it may be sent and tried. */

export const CODE_LIFE_SEC = 600;
/** Between two codes for one purpose. */
export const CODE_RESEND_SEC = 60;
/** Guesses at one code. */
export const CODE_TRIES_MAX = 5;
/** Codes of one member in 24 hours: with five guesses each, a code is guessed once in 20,000 days. */
export const CODES_A_DAY = 10;

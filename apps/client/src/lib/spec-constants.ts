/*
 * The business constants of the specification that this app owns. Those that a package owns stay there: the request and
 * captcha timeouts and the number of hosts (api-client), the wait for another code (domain), the toast (ui), the default
 * language (contract). spec-constants.test.ts compares all of them with the specification, and lists what is not used.
 */

/** A piece of the app that does not arrive in this time is a failure. */
export const CHUNK_TIMEOUT_MS = 120_000;
/** After this a page that still loads says so. */
export const PAGE_SLOW_AFTER_MS = 60_000;
/** The largest number in a badge. */
export const BADGE_MAX = 999;
/** Ages below this are "just now". */
export const JUST_NOW_SEC = 300;
/** Ages below this are told in days. */
export const MONTH_DAYS = 30;

/* Names of what can prove a member. Without schemas: the login screen loads it. */

/** What can stand for a member beside their password. `password` confirms only while there is no second factor. */
export const FACTOR_METHODS = ['totp', 'passkey', 'recovery', 'password'] as const;
export type FactorMethod = (typeof FACTOR_METHODS)[number];

/** Reads `params.methods` of SECOND_FACTOR_REQUIRED and CONFIRMATION_REQUIRED: names with a blank between them. */
export function parseMethods(text: unknown): FactorMethod[] {
  const named = typeof text === 'string' ? text.split(' ') : [];
  return FACTOR_METHODS.filter((method) => named.includes(method));
}

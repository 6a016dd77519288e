/*
 * User names: which are legal, and when two are the same. One function for registration, the look-up at login, the count
 * of failed logins and the unique index (`lower(username collate "C")`), so that no two of them can disagree.
 */

/** Letters, digits and underscores of ASCII: nothing that looks like another letter, or folds to one. */
const LEGAL = /^[A-Za-z0-9_]{4,32}$/;
const FOLDED = /^[a-z0-9_]{4,32}$/;

declare const folded: unique symbol;
/** A legal user name in lower case. Two names are the same name when they fold to the same text. */
export type FoldedUsername = string & { readonly [folded]: true };

/**
 * The name as it is compared; null when no member can have it. A name is checked before its case is folded, as the rules
 * of Unicode turn other characters into ASCII letters: `İ` becomes an `i`, the Kelvin sign a `k`, and each such pair would
 * be two names to one look-up and one name to another. Spaces around a name are for the caller to trim.
 */
export function foldUsername(name: string): FoldedUsername | null {
  if (!LEGAL.test(name)) return null;
  const lower = name.toLowerCase();
  return isFolded(lower) ? lower : null;
}

function isFolded(name: string): name is FoldedUsername {
  return FOLDED.test(name);
}

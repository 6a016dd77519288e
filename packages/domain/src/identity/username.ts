/*
 * User names: which are legal, and when two are the same. Registration, the look-up at login, the count of failed
 * logins and the unique index (`lower(username collate "C")`) use this one function, so they cannot disagree.
 */

/** ASCII letters, digits and underscores: no character that looks like another letter or folds to one. */
const LEGAL = /^[A-Za-z0-9_]{4,32}$/;
const FOLDED = /^[a-z0-9_]{4,32}$/;

declare const folded: unique symbol;
/** A legal user name in lower case. Two names are the same name when they fold to the same text. */
export type FoldedUsername = string & { readonly [folded]: true };

/**
 * The name in the form used for comparison; null when no member can have it. The name is checked before its case is
 * folded, because Unicode folding turns other characters into ASCII letters: `İ` becomes `i`, the Kelvin sign becomes
 * `k`. Such names would be two names in one look-up and one name in another. The caller trims spaces around the name.
 */
export function foldUsername(name: string): FoldedUsername | null {
  if (!LEGAL.test(name)) return null;
  const lower = name.toLowerCase();
  return isFolded(lower) ? lower : null;
}

function isFolded(name: string): name is FoldedUsername {
  return FOLDED.test(name);
}

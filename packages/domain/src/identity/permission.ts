/*
 * Permissions are `area:thing:action`, such as `cashier:deposit:review`. An operator holds patterns of them: each part of a
 * pattern is a word or `*`, which stands for every word. `*:*:*` is everything, `*:*:read` is reading everything.
 */

const PART = /^(?:\*|[a-z]+)$/;
const PARTS = 3;

export function isPermissionPattern(text: string): boolean {
  const parts = text.split(':');
  return parts.length === PARTS && parts.every((part) => PART.test(part));
}

/** Whether one of these patterns covers the permission. A permission itself has no `*`: asked for one, nothing covers it. */
export function permits(held: readonly string[], permission: string): boolean {
  const asked = permission.split(':');
  if (!isPermissionPattern(permission) || asked.includes('*')) return false;
  return held.some((pattern) => {
    const parts = pattern.split(':');
    return parts.length === PARTS && parts.every((part, place) => part === '*' || part === asked[place]);
  });
}

export function permitsAny(held: readonly string[], permissions: readonly string[]): boolean {
  return permissions.some((permission) => permits(held, permission));
}

/** An empty list of permissions never gives true. */
export function permitsAll(held: readonly string[], permissions: readonly string[]): boolean {
  return permissions.length > 0 && permissions.every((permission) => permits(held, permission));
}

/** Whether each of these patterns is covered by one of the held. As `covers_all` of the database. */
export function coversAll(held: readonly string[], wanted: readonly string[]): boolean {
  return wanted.every((pattern) => {
    const asked = pattern.split(':');
    return held.some((own) => own.split(':').every((part, place) => part === '*' || part === asked[place]));
  });
}

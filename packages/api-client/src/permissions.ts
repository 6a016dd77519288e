/*
 * What a member may see, decided from the lists in the profile. The server checks again on every call.
 */

export const ALL_PERMISSIONS = '*:*:*';
export const ADMIN_ROLE = 'admin';
export const DEFAULT_ROLE = 'ROLE_DEFAULT';

export function hasPermission(owned: readonly string[], permission: string): boolean {
  return owned.includes(ALL_PERMISSIONS) || owned.includes(permission);
}

/** An empty list of permissions never gives true. */
export function hasAnyPermission(owned: readonly string[], asked: readonly string[]): boolean {
  return asked.some((permission) => hasPermission(owned, permission));
}

export function hasAllPermissions(owned: readonly string[], asked: readonly string[]): boolean {
  return asked.length > 0 && asked.every((permission) => hasPermission(owned, permission));
}

export function hasRole(owned: readonly string[], role: string): boolean {
  return owned.includes(ADMIN_ROLE) || owned.includes(role);
}

export function hasAnyRole(owned: readonly string[], asked: readonly string[]): boolean {
  return asked.some((role) => hasRole(owned, role));
}

export function hasAllRoles(owned: readonly string[], asked: readonly string[]): boolean {
  return asked.length > 0 && asked.every((role) => hasRole(owned, role));
}

/** A profile without roles gets the default role. */
export function rolesOrDefault(roles: readonly string[]): string[] {
  return roles.length > 0 ? [...roles] : [DEFAULT_ROLE];
}

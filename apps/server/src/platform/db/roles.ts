/**
 * What a process of the server does, and under which role of the database. What each role may do there is decided by the
 * grants of the migrations.
 */
export const ROLES = ['http', 'feed', 'worker'] as const;
export type Role = (typeof ROLES)[number];

/** The role's name in the database, which is also its login where it has one of its own. */
export function roleName(role: Role): string {
  return `candor_${role}`;
}

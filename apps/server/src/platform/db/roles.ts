/**
 * What a process of the server does, and its role in the database. The grants in the migrations decide what each role
 * may do there.
 */
export const ROLES = ['http', 'feed', 'worker', 'console'] as const;
export type Role = (typeof ROLES)[number];

/** The role's name in the database. It is also the name of its login, if it has its own. */
export function roleName(role: Role): string {
  return `candor_${role}`;
}

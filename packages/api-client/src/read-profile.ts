/* What the profile call means for the session: a pure function of its envelope (SPEC §4). */

import type { Envelope } from '@candor/contract/envelope';
import { rolesOrDefault } from './permissions.ts';

export type Profile = {
  sessionKey: string;
  name: string;
  /** Empty for the default picture. */
  avatar: string;
  roles: string[];
  permissions: string[];
};

/** Null if there is no session key: the session is over. Permissions without roles count as none. */
export function readProfile(envelope: Pick<Envelope, 'data' | 'roles' | 'permissions'>): Profile | null {
  const data: Record<string, unknown> = typeof envelope.data === 'object' ? { ...envelope.data } : {};
  const sessionKey = textOf(data['sessionkey']);
  if (sessionKey === '') return null;
  const roles = envelope.roles ?? [];
  return {
    sessionKey,
    name: textOf(data['userName']),
    avatar: textOf(data['avatar']),
    roles: rolesOrDefault(roles),
    permissions: roles.length > 0 ? (envelope.permissions ?? []) : [],
  };
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

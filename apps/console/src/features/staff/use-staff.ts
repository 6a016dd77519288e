/* What the pages of staff read, and the names of roles. */

import { listRoles, listStaff } from '@candor/contract/calls/console/staff';
import type { RoleView } from '@candor/contract/console-staff';
import { useQuery } from '@tanstack/react-query';
import { useLanguage } from '../../lib/language.ts';
import { call } from '../../services/api/request.ts';
import { useMay } from '../../services/operator/operator.tsx';
import { useRoleText } from '../../services/operator/role-text.ts';

export const STAFF = ['staff'] as const;
export const ROLES = ['roles'] as const;

export function useStaff() {
  return useQuery({ queryKey: STAFF, queryFn: async () => await call(listStaff), refetchInterval: 15_000 });
}

export function useRoles() {
  const may = useMay();
  return useQuery({
    queryKey: ROLES,
    queryFn: async () => await call(listRoles),
    refetchInterval: 15_000,
    enabled: may('staff:role:read'),
  });
}

/** A role by the name that it was given, or by the words that come with the console. */
export function useRoleName(): (name: string, names?: RoleView['names']) => string {
  const language = useLanguage();
  const roleText = useRoleText();
  const roles = useRoles();
  return (name, names) =>
    (names ?? roles.data?.items.find((role) => role.name === name)?.names)?.[language] ?? roleText(name);
}

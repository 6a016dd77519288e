import { useTranslations } from 'use-intl';

const ROLES = [
  'member',
  'owner',
  'risk',
  'cashier',
  'reviewer',
  'support',
  'compliance',
  'content',
  'auditor',
] as const;

/** A role in words; one without words as it is. */
export function useRoleText(): (role: string) => string {
  const t = useTranslations('common.roles');
  return (role) => {
    const known = ROLES.find((name) => name === role);
    return known === undefined ? role : t(known);
  };
}

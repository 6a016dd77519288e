import { List, Text } from '@mantine/core';
import { useTranslations } from 'use-intl';
import { MomentText } from '../../services/moments/moments.tsx';
import {
  coveredBy,
  isEverything,
  useAllPermissions,
  usePermissionText,
} from '../../services/operator/permission-words.ts';
import type { Permission } from '../../services/operator/permission-words.ts';
import { groupsOf } from './permission-groups.ts';

type PermissionListProps = {
  readonly patterns: readonly string[];
  /** When each was used last. */
  readonly uses?: readonly { readonly permission: string; readonly at: string }[];
};

/** What patterns allow, in words, by area: in columns where there is room. */
export function PermissionList({ patterns, uses = [] }: PermissionListProps) {
  const t = useTranslations('staff');
  const all = useAllPermissions();
  const shown = isEverything(patterns)
    ? all.filter((permission) => uses.some((use) => use.permission === permission))
    : coveredBy(patterns, all);
  return (
    <>
      {isEverything(patterns) && <Text mb="sm">{t('everything')}</Text>}
      <div className="permission-areas">
        {groupsOf(shown).map(({ area, permissions }) => (
          <div key={area}>
            <Text fz="sm" fw={600} mb={4}>
              {t(`areaOf.${area}`)}
            </Text>
            <Lines permissions={permissions} uses={uses} />
          </div>
        ))}
      </div>
    </>
  );
}

function Lines({
  permissions,
  uses,
}: Required<Pick<PermissionListProps, 'uses'>> & { permissions: readonly Permission[] }) {
  const t = useTranslations('staff');
  const textOf = usePermissionText();
  return (
    <List size="sm" spacing={4}>
      {permissions.map((permission) => {
        const used = uses.find((use) => use.permission === permission);
        return (
          <List.Item key={permission}>
            {textOf(permission)}
            {used !== undefined && (
              <Text span c="dimmed" fz="xs">
                {' · '}
                {t('usedAt')} <MomentText at={used.at} />
              </Text>
            )}
          </List.Item>
        );
      })}
    </List>
  );
}

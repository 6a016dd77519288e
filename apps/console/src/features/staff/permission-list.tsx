import { List, Text } from '@mantine/core';
import { useTranslations } from 'use-intl';
import { MomentText } from '../../services/moments/moments.tsx';
import {
  coveredBy,
  isEverything,
  useAllPermissions,
  usePermissionText,
} from '../../services/operator/permission-words.ts';

type PermissionListProps = {
  readonly patterns: readonly string[];
  /** When each was used last. */
  readonly uses?: readonly { readonly permission: string; readonly at: string }[];
  /** In columns, where the page has room. */
  readonly isWide?: boolean;
};

/** What patterns allow, in words. */
export function PermissionList({ patterns, uses = [], isWide = false }: PermissionListProps) {
  const t = useTranslations('staff');
  const textOf = usePermissionText();
  const all = useAllPermissions();
  const shown = isEverything(patterns)
    ? all.filter((permission) => uses.some((use) => use.permission === permission))
    : coveredBy(patterns, all);
  return (
    <>
      {isEverything(patterns) && <Text>{t('everything')}</Text>}
      <List size="sm" spacing={4} style={isWide ? { columns: '18rem' } : undefined}>
        {shown.map((permission) => {
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
    </>
  );
}

import { Button, Group, Kbd, Text } from '@mantine/core';
import { useTranslations } from 'use-intl';
import { useOperator } from '../operator/operator.tsx';
import { actsOf } from './desk-acts.ts';
import type { DeskItem } from './desk-acts.ts';
import type { Desk } from './use-desk.ts';

/** What may be done with the open item, or why nothing may be. */
export function ActBar<Row extends DeskItem>({
  item,
  desk,
  isStopped = false,
}: {
  item: Row;
  /** No money may leave to the member now. */
  isStopped?: boolean;
  desk: Omit<Desk<Row, 'approve' | 'reject'>, 'form'>;
}) {
  const t = useTranslations('desk');
  const { id } = useOperator();
  const { open, because } = actsOf(item, id, isStopped);
  if (open.length === 0 && because === null) return null;
  return (
    <div className="panel-actions">
      {because !== null && (
        <Text fz="sm" c="dimmed" mb={open.length === 0 ? 0 : 'xs'}>
          {t(`because.${because}`, { name: item.takenBy?.username ?? '' })}
        </Text>
      )}
      <Group justify="space-between" gap="sm">
        {open.includes('release') ? (
          <Button variant="default" loading={desk.isBusy} onClick={() => void desk.release(item)}>
            {t(item.status === 'seconding' && because === 'second' ? 'withdraw' : 'release')}
          </Button>
        ) : (
          <span />
        )}
        <Group gap="sm">
          {open.includes('reject') && (
            <Button
              variant="outline"
              color="red.8"
              rightSection={
                <Kbd size="xs" aria-hidden>
                  R
                </Kbd>
              }
              onClick={() => desk.openForm('reject', item)}
            >
              {t('reject')}
            </Button>
          )}
          {open.includes('approve') && (
            <Button
              rightSection={
                <Kbd size="xs" aria-hidden>
                  A
                </Kbd>
              }
              onClick={() => desk.openForm('approve', item)}
            >
              {t('approve')}
            </Button>
          )}
          {open.includes('take') && (
            <Button
              loading={desk.isBusy}
              rightSection={
                <Kbd size="xs" aria-hidden>
                  A
                </Kbd>
              }
              onClick={() => void desk.take(item)}
            >
              {t('take')}
            </Button>
          )}
        </Group>
      </Group>
    </div>
  );
}

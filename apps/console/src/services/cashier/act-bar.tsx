import { Button, Group, Text } from '@mantine/core';
import { useTranslations } from 'use-intl';
import { useOperator } from '../operator/operator.tsx';
import { KeyOf } from '../queue/key-of.tsx';
import { actsOf } from './review-acts.ts';
import type { ReviewItem } from './review-acts.ts';
import type { Review } from './use-review.ts';

/** What may be done with the open item, or why nothing may be. */
export function ActBar<Row extends ReviewItem>({
  item,
  review,
  isStopped = false,
}: {
  item: Row;
  /** No money may leave to the member now. */
  isStopped?: boolean;
  review: Omit<Review<Row, 'approve' | 'reject'>, 'form'>;
}) {
  const t = useTranslations('cashier');
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
          <Button variant="default" loading={review.isBusy} onClick={() => void review.release(item)}>
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
              rightSection={<KeyOf letter="R" />}
              onClick={() => review.openForm('reject', item)}
            >
              {t('reject')}
            </Button>
          )}
          {open.includes('approve') && (
            <Button rightSection={<KeyOf letter="A" />} onClick={() => review.openForm('approve', item)}>
              {t('approve')}
            </Button>
          )}
          {open.includes('take') && (
            <Button loading={review.isBusy} rightSection={<KeyOf letter="A" />} onClick={() => void review.take(item)}>
              {t('take')}
            </Button>
          )}
        </Group>
      </Group>
    </div>
  );
}

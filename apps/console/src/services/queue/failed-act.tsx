/*
 * Why an act was refused. If the item is another one by now, what the operator sees is old: a button reads the page again
 * in place, and closes the dialog that no longer fits.
 */

import { Alert, Button, Stack, Text } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { RefreshCw } from 'lucide-react';
import { useTranslations } from 'use-intl';
import { ApiError } from '@candor/api-client/api-error';
import { useMessageOf } from '../../lib/i18n.tsx';

/** Somebody else was faster. */
const OVER: ReadonlySet<string> = new Set([
  'ADJUSTMENT_STATE_CHANGED',
  'ALARM_ACKNOWLEDGED',
  'ALARM_TAKEN',
  'DEPOSIT_STATE_CHANGED',
  'ITEM_TAKEN',
  'RELEASE_STATE_CHANGED',
  'RESTRICTION_UNCHANGED',
  'TERMS_CHANGE_DECIDED',
  'VERIFICATION_CHANGED',
  'VERIFICATION_NOT_TAKEN',
  'VERIFICATION_TAKEN',
  'WITHDRAWAL_STATE_CHANGED',
]);

export function isOver(error: unknown): boolean {
  return error instanceof ApiError && OVER.has(error.key);
}

/** @param onRefreshed such as closing the dialog */
export function FailedAct({ error, onRefreshed }: { error: unknown; onRefreshed?: () => void }) {
  const common = useTranslations('common');
  const messageOf = useMessageOf();
  const client = useQueryClient();
  const refreshing = useMutation({
    mutationFn: async () => await client.invalidateQueries(),
    onSettled: () => onRefreshed?.(),
  });
  return (
    <Alert color="red" role="alert">
      <Stack gap="xs" align="start">
        <Text inherit>{messageOf(error)}</Text>
        {isOver(error) && (
          <Button
            size="compact-sm"
            variant="default"
            leftSection={<RefreshCw size={14} aria-hidden />}
            loading={refreshing.isPending}
            onClick={() => refreshing.mutate()}
          >
            {common('refresh')}
          </Button>
        )}
      </Stack>
    </Alert>
  );
}

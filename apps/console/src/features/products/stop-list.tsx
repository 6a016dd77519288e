/* What holds now: why new orders are stopped, and the way to let them begin again. */

import { Anchor, Button, Group, Stack, Text } from '@mantine/core';
import { CircleSlash2 } from 'lucide-react';
import { useTranslations } from 'use-intl';
import type { OperatorProduct, StopView } from '@candor/contract/console-products';
import { hrefTo } from '../../lib/location.ts';
import { useMomentText } from '../../services/moments/moments.tsx';
import { useMay } from '../../services/operator/operator.tsx';
import { useReasonWords } from '../../services/reason/reason-words.ts';
import { useScopeText } from './use-products.ts';

type StopListProps = {
  readonly stops: readonly StopView[];
  readonly products: readonly OperatorProduct[];
  readonly onResume: (stop: StopView) => void;
};

export function StopList({ stops, products, onResume }: StopListProps) {
  const t = useTranslations('products');
  const waits = useTranslations('proposals')('waits');
  const moment = useMomentText();
  const scopeText = useScopeText(products);
  const reasonText = useReasonWords();
  const may = useMay();
  return (
    <ul className="stop-list" aria-label={t('stopsNow')}>
      {stops.map((stop) => (
        <li key={stop.id}>
          <CircleSlash2 size={20} aria-hidden />
          <Stack gap={2} className="stop-words">
            <Text fw={600}>{t('isStopped', { what: scopeText(stop.scope) })}</Text>
            <Text fz="sm" className="wrap-anywhere">
              {reasonText(stop.reason, stop.note)}
            </Text>
            <Text fz="xs" c="dimmed">
              {t('stoppedBy', { name: stop.by.username, at: moment(stop.stoppedAt) })}
            </Text>
          </Stack>
          <Group gap="xs">
            {stop.open !== null ? (
              <Anchor href={hrefTo('/resumptions', { row: stop.open })} className="unbroken">
                {waits}
              </Anchor>
            ) : (
              may('market:stop:make') && (
                <Button
                  size="compact-md"
                  variant="default"
                  aria-label={t('resumeTitle', { what: scopeText(stop.scope) })}
                  onClick={() => onResume(stop)}
                >
                  {t('resume')}
                </Button>
              )
            )}
          </Group>
        </li>
      ))}
    </ul>
  );
}

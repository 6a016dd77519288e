import { useState } from 'react';
import { Alert, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useQueryClient } from '@tanstack/react-query';
import { useTranslations } from 'use-intl';
import { proposeResumption, stopOrders } from '@candor/contract/calls/console/products';
import { stopBody } from '@candor/contract/console-products';
import type { OperatorProduct, StopView } from '@candor/contract/console-products';
import { call } from '../../services/api/request.ts';
import { sendAct } from '../../services/api/send-act.ts';
import { RESUMPTIONS } from '../../services/proposal/kinds.ts';
import { ProposeReason } from '../../services/proposal/proposal-form.tsx';
import { DecisionForm } from '../../services/queue/decision-form.tsx';
import { PRODUCTS, runningIn, useScopeText } from './use-products.ts';

type StopFormProps = {
  readonly scope: string;
  readonly products: readonly OperatorProduct[];
  readonly isWhole: boolean;
  readonly onClose: () => void;
};

/** One press and a reason. It says what will happen, and to how many orders nothing will. */
export function StopForm({ scope, products, isWhole, onClose }: StopFormProps) {
  const t = useTranslations('products');
  const client = useQueryClient();
  const what = useScopeText(products)(scope);
  // What the operator read stays what they decide on.
  const [running] = useState(() => runningIn(scope, products));
  return (
    <DecisionForm
      title={t('stopTitle', { what })}
      submit={t('stop')}
      isDangerous
      told={{ subject: 'stop', language: null }}
      onSubmit={async ({ reason, note, key }) => {
        await sendAct(stopOrders, { body: stopBody.parse({ scope, reason, note }) }, key);
        await client.invalidateQueries({ queryKey: PRODUCTS });
        notifications.show({ message: t('stopped', { what }), color: 'teal', role: 'status' });
      }}
      onClose={onClose}
    >
      <Alert color="red.9" title={t('stopEffect', { what })}>
        <Text fz="sm">{isWhole ? t('stopRunning', { count: running }) : t('stopRunningMany', { count: running })}</Text>
        <Text fz="sm">{t('stopTwo')}</Text>
      </Alert>
    </DecisionForm>
  );
}

/** That a stop ends is proposed here, and decided by another operator. */
export function ResumeForm({
  stop,
  products,
  onClose,
}: {
  stop: StopView;
  products: readonly OperatorProduct[];
  onClose: () => void;
}) {
  const t = useTranslations('products');
  const what = useScopeText(products)(stop.scope);
  return (
    <ProposeReason
      kind={RESUMPTIONS}
      title={t('resumeTitle', { what })}
      send={async (reason, idempotencyKey) =>
        await call(proposeResumption, { body: { stopId: stop.id, reason }, idempotencyKey })
      }
      reasons={[t('resumeReasons.prices'), t('resumeReasons.source'), t('resumeReasons.work')]}
      effect={t('resumeHint')}
      onClose={onClose}
    />
  );
}

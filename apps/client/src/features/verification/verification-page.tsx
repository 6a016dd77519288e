/* 身份认证: where the member stands, and the steps to be verified. */

import { useState } from 'react';
import type { VerificationView } from '@candor/contract/verification';
import { Button } from '@candor/ui/button.tsx';
import { ListGroup, ListRow } from '@candor/ui/list.tsx';
import { NavBar } from '@candor/ui/nav-bar.tsx';
import { Columns, Page } from '@candor/ui/page.tsx';
import { SkeletonForm } from '@candor/ui/skeleton.tsx';
import { useTranslations } from 'use-intl';
import { goBack } from '../../lib/location.ts';
import { useIsDesktop } from '../../lib/media.ts';
import { paths } from '../../lib/paths.ts';
import { Status } from '../../lib/status.tsx';
import { momentText } from '../../lib/moment-text.ts';
import { LoadFailed, Loading } from '../../services/queries/query-states.tsx';
import { useProfile } from '../../services/queries/shared-queries.ts';
import { useVerification } from './verification-queries.ts';
import { VerificationWizard } from './verification-wizard.tsx';

export function VerificationPage() {
  const t = useTranslations('verification.identity');
  const verification = useVerification();
  const profile = useProfile();
  const retry = () => {
    void verification.refetch();
    void profile.refetch();
  };
  const failed = verification.isError ? verification : profile.isError ? profile : null;
  return (
    <Page columns bar={<NavBar title={t('title')} onBack={() => goBack(paths.account())} />}>
      {verification.data === undefined || profile.data === undefined ? (
        failed !== null ? (
          <LoadFailed error={failed.error} onRetry={retry} />
        ) : (
          <Loading onRetry={retry}>
            <SkeletonForm fields={2} />
          </Loading>
        )
      ) : verification.data.status === 'none' ? (
        <VerificationWizard
          view={verification.data}
          registered={{ realName: profile.data.realName, idNumber: profile.data.idNumber }}
        />
      ) : (
        <Standing view={verification.data} />
      )}
    </Page>
  );
}

const STATUS = {
  none: 'notVerified',
  pending: 'verificationPending',
  verified: 'verified',
  rejected: 'verificationRejected',
} as const;

function Standing({ view }: { view: VerificationView }) {
  const t = useTranslations('verification.identity');
  const reasons = useTranslations('reasons.verificationRejected');
  const [isAgain, setIsAgain] = useState(false);
  const isWide = useIsDesktop();
  if (isAgain && view.status === 'rejected')
    return <VerificationWizard view={view} registered={{ realName: null, idNumber: null }} />;
  return (
    <Columns
      isWide={isWide}
      after={
        <ListGroup>
          {view.realName !== null && (
            <ListRow title={t('realName')} value={<span translate="no">{view.realName}</span>} />
          )}
          {view.idNumber !== null && <ListRow title={t('idNumber')} value={view.idNumber} />}
          {view.submittedAt !== null && <ListRow title={t('submittedAt')} value={momentText(view.submittedAt)} />}
          {view.decidedAt !== null && <ListRow title={t('decidedAt')} value={momentText(view.decidedAt)} />}
        </ListGroup>
      }
    >
      <section className="flex flex-col gap-3 rounded-card border border-line bg-surface-1 p-4 shadow-card">
        <div className="flex flex-wrap items-center justify-between gap-2">
          <h2 className="text-title-2">{t(`states.${view.status}`)}</h2>
          <Status of={STATUS[view.status]} />
        </div>
        <p className="text-body-s text-text-2">{t(`stateHints.${view.status}`)}</p>
        {view.reason !== null && <p className="text-body text-danger">{reasons(view.reason)}</p>}
      </section>
      {view.status === 'rejected' && (
        <>
          <p className="text-body-s text-text-2">
            {t('again', { parts: view.wrong.map((part) => t(`parts.${part}`)).join(t('separator')) })}
          </p>
          <Button block onClick={() => setIsAgain(true)}>
            {t('redo')}
          </Button>
        </>
      )}
    </Columns>
  );
}

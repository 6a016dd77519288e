/* The second factor: authenticator, passkeys and recovery codes. */

import { useState } from 'react';
import type { FactorsView } from '@candor/contract/factors';
import { Button } from '@candor/ui/button.tsx';
import { ListGroup, ListRow } from '@candor/ui/list.tsx';
import { NavBar } from '@candor/ui/nav-bar.tsx';
import { Page } from '@candor/ui/page.tsx';
import { SkeletonRows } from '@candor/ui/skeleton.tsx';
import { showToast } from '@candor/ui/toast.tsx';
import { KeySquare, LifeBuoy, Smartphone } from 'lucide-react';
import { useTranslations } from 'use-intl';
import { goBack } from '../../lib/location.ts';
import { paths } from '../../lib/paths.ts';
import { formatDate } from '../../lib/time.ts';
import { arePasskeysPossible } from '../../services/member-factor/passkeys.ts';
import { LoadFailed, Loading } from '../../services/queries/query-states.tsx';
import { AskDialog } from './ask-dialog.tsx';
import { PasskeySheet } from './passkey-sheet.tsx';
import { RecoveryCodesSheet } from './recovery-codes-sheet.tsx';
import { useFactors, useMakeRecoveryCodes, useRemovePasskey, useTurnOffTotp } from './security-queries.ts';
import { TotpSheet } from './totp-sheet.tsx';

export function FactorsPage() {
  const t = useTranslations('security.factors');
  const query = useFactors();
  return (
    <Page bar={<NavBar title={t('row')} onBack={() => goBack(paths.security())} />}>
      <div className="flex flex-col gap-6">
        <p className="text-body-s text-text-2">{t('intro')}</p>
        {query.data !== undefined ? (
          <Factors view={query.data} />
        ) : query.isError ? (
          <LoadFailed error={query.error} onRetry={() => void query.refetch()} />
        ) : (
          <Loading onRetry={() => void query.refetch()}>
            <SkeletonRows count={4} />
          </Loading>
        )}
      </div>
    </Page>
  );
}

type Asked = { kind: 'totp' } | { kind: 'recovery' } | { kind: 'passkey'; id: string; name: string };

function Factors({ view }: { view: FactorsView }) {
  const [setting, setSetting] = useState<'totp' | 'passkey' | null>(null);
  const [asked, setAsked] = useState<Asked | null>(null);
  const [codes, setCodes] = useState<readonly string[] | null>(null);
  const done = (recoveryCodes: readonly string[] | null) => {
    setSetting(null);
    setCodes(recoveryCodes);
  };
  return (
    <>
      <Totp view={view} onAdd={() => setSetting('totp')} onRemove={() => setAsked({ kind: 'totp' })} />
      <Passkeys
        view={view}
        onAdd={() => setSetting('passkey')}
        onRemove={(one) => setAsked({ kind: 'passkey', ...one })}
      />
      {(view.totpSince !== null || view.passkeys.length > 0) && (
        <Recovery left={view.recoveryLeft} onMake={() => setAsked({ kind: 'recovery' })} />
      )}
      <TotpSheet open={setting === 'totp'} onClose={() => setSetting(null)} onDone={done} />
      <PasskeySheet open={setting === 'passkey'} onClose={() => setSetting(null)} onDone={done} />
      <RecoveryCodesSheet codes={codes} onClose={() => setCodes(null)} />
      <Question asked={asked} onClose={() => setAsked(null)} onCodes={setCodes} />
    </>
  );
}

function Totp({ view, onAdd, onRemove }: { view: FactorsView; onAdd: () => void; onRemove: () => void }) {
  const t = useTranslations('security.factors.totp');
  const { totpSince } = view;
  return (
    <ListGroup title={t('title')}>
      {totpSince === null ? (
        <ListRow
          icon={<Smartphone aria-hidden="true" strokeWidth={1.75} />}
          title={t('add')}
          detail={t('hint')}
          onPress={onAdd}
        />
      ) : (
        <>
          <ListRow
            icon={<Smartphone aria-hidden="true" strokeWidth={1.75} />}
            title={t('title')}
            detail={t('since', { time: formatDate(totpSince) })}
          />
          <ListRow title={t('remove')} danger onPress={onRemove} />
        </>
      )}
    </ListGroup>
  );
}

type PasskeysProps = { view: FactorsView; onAdd: () => void; onRemove: (one: { id: string; name: string }) => void };

function Passkeys({ view, onAdd, onRemove }: PasskeysProps) {
  const t = useTranslations('security.factors.passkeys');
  const isPossible = arePasskeysPossible();
  return (
    <section className="flex flex-col gap-2">
      <ListGroup title={t('title')}>
        {view.passkeys.map(({ id, name, addedAt, lastUsedAt, host }) => (
          <ListRow
            key={id}
            icon={<KeySquare aria-hidden="true" strokeWidth={1.75} />}
            title={<span className="break-words">{name}</span>}
            detail={[
              lastUsedAt === null
                ? t('addedAt', { time: formatDate(addedAt) })
                : t('usedAt', { time: formatDate(lastUsedAt) }),
              ...(host === location.hostname ? [] : [t('elsewhere', { host })]),
            ].join(' · ')}
            value={
              <Button variant="destructive-text" size="small" onClick={() => onRemove({ id, name })}>
                {t('remove')}
                <span className="sr-only">{name}</span>
              </Button>
            }
          />
        ))}
        {isPossible ? (
          <ListRow
            {...(view.passkeys.length === 0
              ? { icon: <KeySquare aria-hidden="true" strokeWidth={1.75} />, detail: t('hint') }
              : {})}
            title={t('add')}
            onPress={onAdd}
          />
        ) : (
          view.passkeys.length === 0 && (
            <ListRow
              icon={<KeySquare aria-hidden="true" strokeWidth={1.75} />}
              title={t('add')}
              detail={t('unsupported')}
            />
          )
        )}
      </ListGroup>
    </section>
  );
}

/** So few are left that a member should make new ones. */
const FEW = 3;

function Recovery({ left, onMake }: { left: number; onMake: () => void }) {
  const t = useTranslations('security.factors.recovery');
  return (
    <ListGroup title={t('title')}>
      <ListRow
        icon={<LifeBuoy aria-hidden="true" strokeWidth={1.75} />}
        title={t('make')}
        {...(left <= FEW ? { detail: t('low') } : {})}
        value={t('left', { count: left })}
        onPress={onMake}
      />
    </ListGroup>
  );
}

type QuestionProps = { asked: Asked | null; onClose: () => void; onCodes: (codes: readonly string[] | null) => void };

function Question({ asked, onClose, onCodes }: QuestionProps) {
  const t = useTranslations('security.factors');
  const turnOff = useTurnOffTotp();
  const remove = useRemovePasskey();
  const make = useMakeRecoveryCodes();
  if (asked === null) return null;
  switch (asked.kind) {
    case 'totp':
      return (
        <AskDialog
          title={t('totp.removeAsk')}
          text={t('totp.removeText')}
          action={t('totp.remove')}
          onClose={onClose}
          onConfirm={async () => {
            await turnOff.mutateAsync();
            showToast(t('totp.removed'), 'success');
          }}
        />
      );
    case 'passkey':
      return (
        <AskDialog
          title={t('passkeys.removeAsk', { name: asked.name })}
          text={t('passkeys.removeText')}
          action={t('passkeys.remove')}
          onClose={onClose}
          onConfirm={async () => {
            await remove.mutateAsync(asked.id);
            showToast(t('passkeys.removed'), 'success');
          }}
        />
      );
    case 'recovery':
      return (
        <AskDialog
          title={t('recovery.makeAsk')}
          text={t('recovery.makeText')}
          action={t('recovery.make')}
          onClose={onClose}
          onConfirm={async () => onCodes((await make.mutateAsync()).recoveryCodes)}
        />
      );
  }
}

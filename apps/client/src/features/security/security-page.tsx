/* How the account is guarded: the two passwords, whether withdrawals are paused, and what has changed lately. */

import { useState } from 'react';
import type { SecurityView } from '@candor/contract/security';
import { ListGroup, ListRow } from '@candor/ui/list.tsx';
import { NavBar } from '@candor/ui/nav-bar.tsx';
import { Columns, Page } from '@candor/ui/page.tsx';
import { SkeletonRows } from '@candor/ui/skeleton.tsx';
import { EmptyLine } from '@candor/ui/states.tsx';
import {
  FileUser,
  Fingerprint,
  KeyRound,
  LifeBuoy,
  LockKeyhole,
  MonitorSmartphone,
  ShieldCheck,
  TriangleAlert,
} from 'lucide-react';
import { useTranslations } from 'use-intl';
import { deviceName } from '@candor/ui/device-name';
import { goBack, hrefTo } from '../../lib/location.ts';
import { useIsDesktop } from '../../lib/media.ts';
import { paths } from '../../lib/paths.ts';
import { formatDateTime } from '../../lib/time.ts';
import { LoadFailed, Loading } from '../../services/queries/query-states.tsx';
import type { PasswordKind } from './password-forms.ts';
import { PasswordSheet } from './password-sheet.tsx';
import { ResetSheet } from './reset-sheet.tsx';
import { useSecurity } from '../../services/queries/security-query.ts';
import { AlertCard } from './alert-card.tsx';
import { useFactors } from './security-queries.ts';

export function SecurityPage() {
  const t = useTranslations('security');
  const titles = useTranslations('common.titles');
  const query = useSecurity();
  return (
    <Page columns bar={<NavBar title={titles('security')} onBack={() => goBack(paths.account())} />}>
      <div className="flex flex-col gap-6">
        <p className="text-body-s text-text-2">{t('intro')}</p>
        {query.data !== undefined ? (
          <Overview view={query.data} />
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

function Overview({ view }: { view: SecurityView }) {
  const t = useTranslations('security');
  const [changing, setChanging] = useState<PasswordKind | null>(null);
  const [resetting, setResetting] = useState(false);
  const { withdrawTries, withdrawalsPausedUntil } = view;
  const isWide = useIsDesktop();
  return (
    <Columns isWide={isWide} after={<Events events={view.events} />}>
      {withdrawalsPausedUntil !== null && (
        <p
          role="status"
          className="flex items-start gap-2 rounded-card border border-line bg-surface-1 p-4 text-body-s"
        >
          <TriangleAlert aria-hidden="true" className="relative top-0.5 size-4 shrink-0 text-warn" />
          <span>
            <strong className="block">{t('paused.title')}</strong>
            {t('paused.text', { time: formatDateTime(withdrawalsPausedUntil) })}
          </span>
        </p>
      )}
      <AlertCard events={view.events.filter(({ isNew }) => isNew)} onSecured={() => setChanging('password')} />
      <FactorsRow />
      <ListGroup title={t('passwords')}>
        <ListRow
          icon={<LockKeyhole aria-hidden="true" strokeWidth={1.75} />}
          title={t('password.title')}
          detail={t('password.hint')}
          onPress={() => setChanging('password')}
        />
        <ListRow
          icon={<KeyRound aria-hidden="true" strokeWidth={1.75} />}
          title={t('withdraw.title')}
          detail={withdrawTries.lockedSec > 0 ? t('withdraw.locked') : t('withdraw.hint')}
          onPress={() => setChanging('withdraw')}
        />
        <ListRow
          icon={<LifeBuoy aria-hidden="true" strokeWidth={1.75} />}
          title={t('reset.title')}
          detail={t('reset.hint')}
          onPress={() => setResetting(true)}
        />
        <ListRow
          icon={<MonitorSmartphone aria-hidden="true" strokeWidth={1.75} />}
          title={t('devices')}
          href={hrefTo(paths.devices())}
        />
        <ListRow
          icon={<FileUser aria-hidden="true" strokeWidth={1.75} />}
          title={t('ownData.row')}
          detail={t('ownData.rowHint')}
          href={hrefTo(paths.ownData())}
        />
      </ListGroup>
      <ResetSheet open={resetting} onClose={() => setResetting(false)} />
      <PasswordSheet kind={changing} onClose={() => setChanging(null)} />
    </Columns>
  );
}

function FactorsRow() {
  const t = useTranslations('security.factors');
  const { data } = useFactors();
  const isOn = data !== undefined && (data.totpSince !== null || data.passkeys.length > 0);
  return (
    <ListGroup>
      <ListRow
        icon={<Fingerprint aria-hidden="true" strokeWidth={1.75} />}
        title={t('row')}
        detail={t('rowHint')}
        {...(data === undefined ? {} : { value: t(isOn ? 'on' : 'off') })}
        href={hrefTo(paths.factors())}
      />
    </ListGroup>
  );
}

function Events({ events }: { events: SecurityView['events'] }) {
  const t = useTranslations('security.events');
  if (events.length === 0)
    return (
      <ListGroup title={t('title')}>
        <EmptyLine icon={<ShieldCheck aria-hidden="true" strokeWidth={1.5} />}>{t('empty')}</EmptyLine>
      </ListGroup>
    );
  return (
    <section className="flex flex-col gap-2">
      <ListGroup title={t('title')}>
        {events.map(({ id, kind, device, address, at }) => (
          <ListRow
            key={id}
            icon={<ShieldCheck aria-hidden="true" strokeWidth={1.75} />}
            title={t(kind)}
            detail={[formatDateTime(at), deviceName(device) ?? t('unknown'), address]
              .filter((part) => part !== '')
              .join(' · ')}
          />
        ))}
      </ListGroup>
      <p className="ps-1 text-caption text-text-3">{t('hint')}</p>
    </section>
  );
}

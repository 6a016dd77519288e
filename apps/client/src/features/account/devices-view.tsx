/* The devices where the member is signed in. Signs out one of them, or all others. */

import { useState } from 'react';
import type { SessionView } from '@candor/contract/identity';
import { Button } from '@candor/ui/button.tsx';
import { Dialog } from '@candor/ui/modal.tsx';
import { NavBar } from '@candor/ui/nav-bar.tsx';
import { Page } from '@candor/ui/page.tsx';
import { SkeletonRows } from '@candor/ui/skeleton.tsx';
import { StatusChip } from '@candor/ui/status-chip.tsx';
import { showToast } from '@candor/ui/toast.tsx';
import { MonitorSmartphone } from 'lucide-react';
import { useTranslations } from 'use-intl';
import { ListFoot } from '../../lib/endless-list.tsx';
import { deviceName } from '@candor/ui/device-name';
import { useRelativeTime } from '../../lib/i18n.tsx';
import { useLanguage } from '../../lib/language.ts';
import { goBack } from '../../lib/location.ts';
import { paths } from '../../lib/paths.ts';
import { LoadFailed, Loading } from '../../services/queries/query-states.tsx';
import { formatDateTime, zoneLabel } from '../../lib/time.ts';
import { messageOf } from '../../services/api/message-of.ts';
import { serverNow } from '../../services/live/server-clock.ts';
import { useDevices, useSignOutDevice, useSignOutOthers } from './account-queries.ts';

export function DevicesView() {
  const t = useTranslations('account.devices');
  return (
    <Page bar={<NavBar title={t('title')} onBack={() => goBack(paths.account())} />}>
      <p className="mb-4 text-body-s text-text-2">{t('hint')}</p>
      <Devices />
    </Page>
  );
}

function Devices() {
  const t = useTranslations('account.devices');
  const query = useDevices();
  const [asked, setAsked] = useState<SessionView | null>(null);
  const [othersAsked, setOthersAsked] = useState(false);
  const retry = () => void query.refetch();
  if (query.data === undefined) {
    return query.isError ? (
      <LoadFailed error={query.error} onRetry={retry} />
    ) : (
      <Loading onRetry={retry}>
        <SkeletonRows count={3} />
      </Loading>
    );
  }
  const devices = query.data.pages.flatMap((page) => page.items);
  return (
    <>
      <ul className="rounded-card border border-line bg-surface-1 px-4 shadow-card">
        {devices.map((device) => (
          <li key={device.id} className="[&:not(:last-child)]:border-b [&:not(:last-child)]:border-line">
            <Device device={device} onSignOut={() => setAsked(device)} />
          </li>
        ))}
      </ul>
      <ListFoot pages={query} />
      {devices.some((device) => !device.current) && (
        <Button variant="destructive-text" size="medium" block onClick={() => setOthersAsked(true)}>
          {t('signOutOthers')}
        </Button>
      )}
      <SignOutDialog device={asked} onClose={() => setAsked(null)} />
      <SignOutOthersDialog open={othersAsked} onClose={() => setOthersAsked(false)} />
    </>
  );
}

function Device({ device, onSignOut }: { device: SessionView; onSignOut: () => void }) {
  const t = useTranslations('account.devices');
  const relative = useRelativeTime();
  const now = serverNow();
  // The server notes a use at most every two hours. Whoever reads this uses this device now.
  const seenAt = device.current ? new Date(now).toISOString() : device.lastSeenAt;
  return (
    <div className="flex items-center gap-3 py-3">
      <MonitorSmartphone aria-hidden="true" strokeWidth={1.75} className="size-5.5 shrink-0 text-text-2" />
      <div className="min-w-0 flex-1">
        <p className="flex flex-wrap items-center gap-2">
          <span className="min-w-0 break-words">{deviceName(device.device) ?? t('unknown')}</span>
          {device.current && (
            <StatusChip tone="success" icon="check">
              {t('current')}
            </StatusChip>
          )}
        </p>
        <p className="tnum mt-1 text-caption text-text-3">
          {t('seen', { when: relative(seenAt, now) })}
          {device.address !== null && ` · ${device.address}`}
        </p>
        <p className="tnum text-caption text-text-3">
          {t('since', { time: formatDateTime(device.createdAt), zone: zoneLabel(device.createdAt) })}
        </p>
      </div>
      {!device.current && (
        <Button variant="destructive-text" size="small" onClick={onSignOut}>
          {t('signOut')}
        </Button>
      )}
    </div>
  );
}

function SignOutDialog({ device, onClose }: { device: SessionView | null; onClose: () => void }) {
  const t = useTranslations('account.devices');
  const actions = useTranslations('common.actions');
  const language = useLanguage();
  const signOut = useSignOutDevice();
  return (
    <Dialog
      open={device !== null}
      onClose={onClose}
      title={t('ask')}
      actions={
        <>
          <Button variant="secondary" size="medium" onClick={onClose}>
            {actions('cancel')}
          </Button>
          <Button
            variant="destructive"
            size="medium"
            loading={signOut.isPending}
            onClick={() => {
              if (device === null) return;
              signOut.mutate(device.id, {
                onSuccess: () => showToast(t('done'), 'success'),
                onError: (error) => showToast(messageOf(error, language), 'danger'),
                onSettled: onClose,
              });
            }}
          >
            {t('signOut')}
          </Button>
        </>
      }
    >
      {t('askHint')}
    </Dialog>
  );
}

function SignOutOthersDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  const t = useTranslations('account.devices');
  const actions = useTranslations('common.actions');
  const language = useLanguage();
  const signOut = useSignOutOthers();
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={t('askOthers')}
      actions={
        <>
          <Button variant="secondary" size="medium" onClick={onClose}>
            {actions('cancel')}
          </Button>
          <Button
            variant="destructive"
            size="medium"
            loading={signOut.isPending}
            onClick={() =>
              signOut.mutate(undefined, {
                onSuccess: ({ ended }) => showToast(t('doneOthers', { count: ended }), 'success'),
                onError: (error) => showToast(messageOf(error, language), 'danger'),
                onSettled: onClose,
              })
            }
          >
            {t('signOut')}
          </Button>
        </>
      }
    >
      {t('askOthersHint')}
    </Dialog>
  );
}

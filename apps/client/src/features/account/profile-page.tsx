/* 个人信息: picture, name, contact, invite code, and everything about the account's safety. */

import { PICTURE_MS_MAX, within } from '@candor/api-client/within';
import { useRef, useState } from 'react';
import { Button } from '@candor/ui/button.tsx';
import { CopyButton } from '@candor/ui/copy-button.tsx';
import { ListGroup, ListRow } from '@candor/ui/list.tsx';
import { NavBar } from '@candor/ui/nav-bar.tsx';
import { Page } from '@candor/ui/page.tsx';
import { SkeletonRows } from '@candor/ui/skeleton.tsx';
import { showToast } from '@candor/ui/toast.tsx';
import { BadgeCheck, CreditCard, LockKeyhole, MonitorSmartphone, Ticket, UserRound } from 'lucide-react';
import { useTranslations } from 'use-intl';
import { deviceName } from '@candor/ui/device-name';
import { useFieldError, useRelativeTime } from '../../lib/i18n.tsx';
import { goBack, hrefTo } from '../../lib/location.ts';
import { paths } from '../../lib/paths.ts';
import { Status } from '../../lib/status.tsx';
import { serverNow } from '../../services/live/server-clock.ts';
import { MemberAvatar } from '../../services/pictures/member-avatar.tsx';
import { unreadablePicture } from '../../services/pictures/unreadable-picture.ts';
import { LoadFailed, Loading } from '../../services/queries/query-states.tsx';
import { useSecurity } from '../../services/queries/security-query.ts';
import { useProfile } from '../../services/queries/shared-queries.ts';
import { AvatarSheet } from './avatar-sheet.tsx';
import { ProfileRows } from './profile-rows.tsx';
import { VERIFICATION_STATUS } from './identity-card.tsx';
import { viewPath } from './statement-filter.ts';

export function ProfilePage() {
  const t = useTranslations('account.person');
  const titles = useTranslations('common.titles');
  const query = useProfile();
  const retry = () => void query.refetch();
  const profile = query.data;
  return (
    <Page bar={<NavBar title={t('title')} onBack={() => goBack(paths.account())} />}>
      {profile === undefined ? (
        query.isError ? (
          <LoadFailed error={query.error} onRetry={retry} />
        ) : (
          <Loading onRetry={retry}>
            <SkeletonRows count={6} />
          </Loading>
        )
      ) : (
        <div className="flex flex-col gap-6">
          <Picture />
          <ListGroup title={t('person')}>
            <ListRow
              icon={<UserRound aria-hidden="true" strokeWidth={1.75} />}
              title={t('account')}
              value={profile.userName}
            />
            <ProfileRows />
            <ListRow
              icon={<Ticket aria-hidden="true" strokeWidth={1.75} />}
              title={t('inviteCode')}
              value={
                <span className="inline-flex items-center">
                  {profile.inviteCode}
                  <CopyButton text={profile.inviteCode} label={t('copyInvite')} className="-my-2 -me-2" />
                </span>
              }
            />
          </ListGroup>
          <ListGroup title={t('security')}>
            <ListRow
              icon={<LockKeyhole aria-hidden="true" strokeWidth={1.75} />}
              title={titles('security')}
              href={hrefTo(paths.security())}
            />
            <ListRow
              icon={<BadgeCheck aria-hidden="true" strokeWidth={1.75} />}
              title={t('verification')}
              value={<Status of={VERIFICATION_STATUS[profile.verification]} />}
              href={hrefTo(paths.verification())}
            />
            <ListRow
              icon={<CreditCard aria-hidden="true" strokeWidth={1.75} />}
              title={t('bankCard')}
              href={hrefTo(paths.bank())}
            />
            <ListRow
              icon={<MonitorSmartphone aria-hidden="true" strokeWidth={1.75} />}
              title={t('devices')}
              href={hrefTo(viewPath('devices'))}
            />
          </ListGroup>
          <RecentLogins />
        </div>
      )}
    </Page>
  );
}

function Picture() {
  const t = useTranslations('account.person');
  const say = useFieldError();
  const file = useRef<HTMLInputElement>(null);
  const [picture, setPicture] = useState<ImageBitmap | null>(null);

  async function choose(chosen: File) {
    const read = await within(PICTURE_MS_MAX, createImageBitmap(chosen, { imageOrientation: 'from-image' })).catch(
      () => null,
    );
    if (read === null) showToast(say(await unreadablePicture(chosen)) ?? '', 'danger');
    else setPicture(read);
  }

  return (
    <section aria-label={t('avatar')} className="flex flex-col items-center gap-3">
      <MemberAvatar className="size-24" />
      <Button variant="secondary" size="small" onClick={() => file.current?.click()}>
        {t('changeAvatar')}
      </Button>
      <input
        ref={file}
        type="file"
        accept="image/jpeg,image/png,image/webp"
        aria-label={t('chooseAvatar')}
        className="sr-only"
        tabIndex={-1}
        onChange={(event) => {
          const [chosen] = event.target.files ?? [];
          event.target.value = '';
          if (chosen !== undefined) void choose(chosen);
        }}
      />
      <AvatarSheet picture={picture} onClose={() => setPicture(null)} />
    </section>
  );
}

const SHOWN_MAX = 3;

function RecentLogins() {
  const t = useTranslations('account.person');
  const devices = useTranslations('account.devices');
  const relative = useRelativeTime();
  const recent = useSecurity().data?.logins.slice(0, SHOWN_MAX) ?? [];
  if (recent.length === 0) return null;
  return (
    <ListGroup title={t('recent')}>
      {recent.map(({ id, device, address, at }) => (
        <ListRow
          key={id}
          title={deviceName(device) ?? devices('unknown')}
          detail={address}
          value={relative(at, serverNow())}
        />
      ))}
    </ListGroup>
  );
}

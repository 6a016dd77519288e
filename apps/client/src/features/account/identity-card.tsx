import { ListGroup, ListRow } from '@candor/ui/list.tsx';
import { Skeleton } from '@candor/ui/skeleton.tsx';
import { BadgeCheck } from 'lucide-react';
import { useTranslations } from 'use-intl';
import { maskAccount } from '../../lib/format.ts';
import { hrefTo } from '../../lib/location.ts';
import { paths } from '../../lib/paths.ts';
import { MemberAvatar } from '../../services/pictures/member-avatar.tsx';
import { PartFailed } from '../../services/queries/query-states.tsx';
import { Status } from '../../lib/status.tsx';
import { useProfile } from '../../services/queries/shared-queries.ts';
import { useSession } from '../../services/session/session.ts';

export const VERIFICATION_STATUS = {
  none: 'notVerified',
  pending: 'verificationPending',
  verified: 'verified',
  rejected: 'verificationRejected',
} as const;

/** Who is signed in: picture, name, masked account, verification. Not verified yet, it leads there. */
export function IdentityCard() {
  const t = useTranslations('account');
  const sessionName = useSession((session) => session.name);
  const query = useProfile();
  const profile = query.data;
  const account = profile?.userName ?? sessionName;
  // The next missing step of the account is a way to it, not a mark beside the name.
  const isToVerify = profile?.verification === 'none' || profile?.verification === 'rejected';
  return (
    <section aria-label={t('identity')} className="flex flex-col gap-3">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <MemberAvatar className="size-14" />
        <div className="min-w-28 flex-1">
          <p className="text-title-2 break-words">
            {profile?.nickname || maskAccount(account) || <Skeleton className="h-6.5 w-28" />}
          </p>
          {/* Without a name of their own the line above says it. */}
          {profile?.nickname && (
            <p className="tnum text-body-s text-text-2">{t('accountOf', { account: maskAccount(account) })}</p>
          )}
        </div>
        {profile && !isToVerify && <Status of={VERIFICATION_STATUS[profile.verification]} />}
      </div>
      {profile === undefined && !query.isError && <Skeleton className="h-14 rounded-card" />}
      {profile && isToVerify && (
        <ListGroup>
          <ListRow
            icon={<BadgeCheck aria-hidden="true" strokeWidth={1.75} />}
            title={t('goVerify')}
            value={<Status of={VERIFICATION_STATUS[profile.verification]} />}
            href={hrefTo(paths.verification())}
          />
        </ListGroup>
      )}
      {profile === undefined && query.isError && <PartFailed onRetry={() => void query.refetch()} />}
    </section>
  );
}

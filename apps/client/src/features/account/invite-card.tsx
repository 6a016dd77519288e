import { readInvite } from '@candor/contract/calls/cashier';
import { CopyButton } from '@candor/ui/copy-button.tsx';
import { Fact, Facts } from '@candor/ui/facts.tsx';
import { Skeleton } from '@candor/ui/skeleton.tsx';
import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'use-intl';
import { hrefTo } from '../../lib/location.ts';
import { paths } from '../../lib/paths.ts';
import { call } from '../../services/api/request.ts';
import { PartFailed } from '../../services/queries/query-states.tsx';
import { queryKeys } from '../../services/queries/query-keys.ts';
import { useAmounts } from '../../services/session/amounts.tsx';
import type { InviteView } from '@candor/contract/cashier';

/** The member's invite code and link, what an invitation brings, and what it has brought. */
export function InviteCard() {
  const t = useTranslations('account.invite');
  const amounts = useAmounts();
  const query = useQuery({
    queryKey: queryKeys.invite,
    queryFn: ({ signal }) => call(readInvite, { signal }),
  });
  const invite = query.data;
  if (invite === undefined)
    return query.isError ? (
      <PartFailed onRetry={() => void query.refetch()} />
    ) : (
      <Skeleton className="h-48 rounded-card" />
    );
  // The app's own address, which keeps the domain of a bound site.
  const link = `${location.origin}/${hrefTo(paths.register(invite.code))}`;
  return (
    <section aria-labelledby="invite" className="rounded-card border border-line bg-surface-1 p-4 shadow-card">
      <h2 id="invite" className="text-body-s font-bold">
        {t('title')}
      </h2>
      {Number(invite.reward) > 0 && (
        <>
          <p className="mt-1 text-caption text-text-2">
            {t('reward', { amount: amounts(invite.reward), times: Number(invite.turnoverRate).toString() })}
          </p>
          <p className="mt-1 text-caption text-text-3">{t('limit', { count: invite.dayMax.toString() })}</p>
        </>
      )}
      <Facts className="mt-2">
        <Fact strong name={t('code')} copy={{ text: invite.code, label: t('copyCode') }}>
          <span className="tracking-widest">{invite.code}</span>
        </Fact>
      </Facts>
      <div className="flex items-center gap-2 border-t border-line">
        <span className="shrink-0 text-body-s text-text-2">{t('link')}</span>
        <span className="min-w-0 flex-1 truncate text-end text-caption text-text-3">{link}</span>
        <CopyButton text={link} label={t('copyLink')} className="-me-3" />
      </div>
      <dl className="mt-2 grid grid-cols-[repeat(auto-fit,minmax(min(4.5rem,100%),1fr))] gap-2 border-t border-line pt-3 text-center">
        {(
          [
            ['invited', String(invite.invited)],
            ['rewarded', String(invite.rewarded)],
            ['earned', amounts(invite.earned)],
          ] as const
        ).map(([key, value]) => (
          <div key={key} className="min-w-0">
            <dt className="text-caption text-text-3">{t(key)}</dt>
            <dd className="tnum text-body font-bold">{value}</dd>
          </div>
        ))}
      </dl>
      <InviteSteps invitations={invite.invitations} />
    </section>
  );
}

/** The member's newest invitations, and how far each of them is. Why one brings no reward is not told: it concerns others. */
function InviteSteps({ invitations }: Pick<InviteView, 'invitations'>) {
  const t = useTranslations('account.invite');
  const amounts = useAmounts();
  if (invitations.length === 0) return null;
  return (
    <ul aria-label={t('waiting')} className="mt-3 border-t border-line pt-1">
      {invitations.map(({ name, step, reward, turnoverRate, at }) => (
        <li key={at} className="flex items-start justify-between gap-3 py-2">
          <div className="min-w-0">
            <p className="truncate text-body-s">{name}</p>
            <p className="text-caption text-text-3">{t(`step.${step}`, { times: Number(turnoverRate).toString() })}</p>
          </div>
          <span className={`tnum shrink-0 text-body-s ${step === 'paid' ? 'font-bold' : 'text-text-3'}`}>
            {step === 'none' ? '—' : amounts(reward)}
          </span>
        </li>
      ))}
    </ul>
  );
}

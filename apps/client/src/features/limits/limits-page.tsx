/*
 * 限额与自我保护: limits that members set for themselves, the reminder of time, and self-exclusion. What is stricter holds
 * at once and what is looser a day later, so the screen says it before anything is saved.
 */

import { useState } from 'react';
import { LIMIT_KINDS, LIMIT_PERIODS, REALITY_CHECK_MINUTES } from '@candor/contract/limits';
import type { LimitKind, LimitsView, LimitView } from '@candor/contract/limits';
import { Button } from '@candor/ui/button.tsx';
import { ListGroup, ListRow } from '@candor/ui/list.tsx';
import { NavBar } from '@candor/ui/nav-bar.tsx';
import { NoticeCard } from '@candor/ui/notice-card.tsx';
import { Page } from '@candor/ui/page.tsx';
import { SkeletonRows } from '@candor/ui/skeleton.tsx';
import { Headset, PauseCircle } from 'lucide-react';
import { useTranslations } from 'use-intl';
import { showToast } from '@candor/ui/toast.tsx';
import { formatMoney } from '../../lib/format.ts';
import { goBack, hrefTo, replaceQuery, useAddress } from '../../lib/location.ts';
import { paths } from '../../lib/paths.ts';
import { formatDateTime } from '../../lib/time.ts';
import { LoadFailed, Loading } from '../../services/queries/query-states.tsx';
import { useSite } from '../../services/session/site.ts';
import { ExclusionSheet } from './exclusion-sheet.tsx';
import { findLimit } from './limit-change.ts';
import type { LimitName } from './limit-change.ts';
import { LimitSheet } from './limit-sheet.tsx';
import { useChangeLimits, useLimits } from './limits-queries.ts';
import { momentText } from '../../lib/moment-text.ts';
import { SegmentedControl } from '@candor/ui/segmented-control.tsx';

export function LimitsPage() {
  const t = useTranslations('limits');
  const titles = useTranslations('common.titles');
  const query = useLimits();
  const { mode } = useSite();
  return (
    <Page wide bar={<NavBar title={titles('limits')} onBack={() => goBack(paths.account())} />}>
      <div className="mx-auto flex max-w-[30rem] flex-col gap-6 l:max-w-[45rem] xl:max-w-none">
        <div className="flex flex-col gap-1 text-body-s text-text-2">
          <p>{t('intro')}</p>
          {mode === 'practice' && <p className="text-text-3">{t('practice')}</p>}
        </div>
        {query.data !== undefined ? (
          <Overview view={query.data} />
        ) : query.isError ? (
          <LoadFailed error={query.error} onRetry={() => void query.refetch()} />
        ) : (
          <Loading onRetry={() => void query.refetch()}>
            <SkeletonRows count={9} />
          </Loading>
        )}
      </div>
    </Page>
  );
}

function Overview({ view }: { view: LimitsView }) {
  const t = useTranslations('limits');
  const { params } = useAddress();
  const [changing, setChanging] = useState<LimitName | null>(null);
  const { exclusion } = view;
  return (
    <>
      {exclusion !== null && (
        <NoticeCard
          tone="warn"
          title={t('exclusion.active')}
          action={
            exclusion.until !== null && (
              <Button variant="secondary" size="small" onClick={() => replaceQuery({ open: 'exclusion' })}>
                {t('exclusion.extend')}
              </Button>
            )
          }
        >
          {exclusion.until === null
            ? t('exclusion.forever')
            : t('exclusion.until', { time: momentText(exclusion.until) })}
        </NoticeCard>
      )}
      <div className="grid items-start gap-6 xl:grid-cols-2 xl:gap-8">
        <div className="flex min-w-0 flex-col gap-6">
          {LIMIT_KINDS.map((kind) => (
            <LimitGroup key={kind} kind={kind} view={view} onChange={setChanging} />
          ))}
        </div>
        <div className="flex min-w-0 flex-col gap-6">
          <RealityChoice minutes={view.realityCheckMinutes} />
          {exclusion === null && (
            <ListGroup title={t('exclusion.group')}>
              <ListRow
                icon={<PauseCircle aria-hidden="true" strokeWidth={1.75} />}
                title={t('exclusion.title')}
                detail={t('exclusion.hint')}
                onPress={() => replaceQuery({ open: 'exclusion' })}
              />
            </ListGroup>
          )}
          <ListGroup title={t('help.group')}>
            <ListRow
              icon={<Headset aria-hidden="true" strokeWidth={1.75} />}
              title={t('help.title')}
              detail={t('help.hint')}
              href={hrefTo(paths.service())}
            />
          </ListGroup>
        </div>
      </div>
      <LimitSheet name={changing} view={view} onClose={() => setChanging(null)} />
      <ExclusionSheet open={params.get('open') === 'exclusion'} onClose={() => replaceQuery({ open: null })} />
    </>
  );
}

type LimitGroupProps = { kind: LimitKind; view: LimitsView; onChange: (name: LimitName) => void };

function LimitGroup({ kind, view, onChange }: LimitGroupProps) {
  const t = useTranslations('limits');
  return (
    <section className="flex flex-col gap-2">
      <ListGroup title={t(`kinds.${kind}`)}>
        {LIMIT_PERIODS.map((period) => {
          const limit = findLimit(view, { kind, period });
          const change = () => onChange({ kind, period });
          return limit === null ? (
            <ListRow key={period} title={t(period)} value={t('none')} onPress={change} />
          ) : (
            <LimitRow key={period} limit={limit} onPress={change} />
          );
        })}
      </ListGroup>
      <p className="ps-1 text-caption text-text-3">{t(`hints.${kind}`)}</p>
    </section>
  );
}

function LimitRow({ limit, onPress }: { limit: LimitView; onPress: () => void }) {
  const t = useTranslations('limits');
  const { symbol } = useSite().currency;
  const text = (amount: string) => formatMoney(amount, { symbol });
  const { period, amount, used, left, next } = limit;
  const time = next === null ? '' : formatDateTime(next.at);
  return (
    <ListRow
      title={t(period)}
      value={amount === null ? t('none') : text(amount)}
      detail={
        <>
          {left !== null && <span className="tnum block">{t('row.left', { used: text(used), left: text(left) })}</span>}
          {next !== null && (
            <span className="tnum block text-warn">
              {next.amount === null
                ? t('row.laterNone', { time })
                : t('row.later', { time, amount: text(next.amount) })}
            </span>
          )}
        </>
      }
      onPress={onPress}
    />
  );
}

type Minutes = LimitsView['realityCheckMinutes'];

const CHOICES: readonly Minutes[] = [null, ...REALITY_CHECK_MINUTES];

/** After how much use the app asks whether to go on. */
function RealityChoice({ minutes }: { minutes: Minutes }) {
  const t = useTranslations('limits.reality');
  const change = useChangeLimits();
  // The choice shows at once; a refusal takes it back.
  const shown = change.isPending ? (change.variables.body.realityCheckMinutes ?? null) : minutes;
  return (
    <section className="flex flex-col gap-2">
      <h2 className="ps-1 text-body-s font-bold text-text-3">{t('title')}</h2>
      <SegmentedControl
        label={t('title')}
        options={CHOICES.map((choice) => ({
          value: String(choice ?? 0),
          label: choice === null ? t('off') : t('minutes', { count: choice }),
        }))}
        value={String(shown ?? 0)}
        onChange={(value) =>
          change.mutate(
            { body: { realityCheckMinutes: CHOICES.find((choice) => String(choice ?? 0) === value) ?? null } },
            {
              onSuccess: () => showToast(t('saved'), 'success'),
              onError: () => showToast(t('failed'), 'danger'),
            },
          )
        }
      />
      <p className="ps-1 text-caption text-text-3">{t('hint')}</p>
    </section>
  );
}

/*
 * What a visitor sees who scans the code of a shared result: the check of that order from public data, and the site's text of
 * fairness. Needs no session. It stands on the page for web pages, because that one is open to visitors.
 */

import { useEffect, useState } from 'react';
import type { FairnessOrder } from '@candor/contract/fairness';
import { Button } from '@candor/ui/button.tsx';
import { NavBar } from '@candor/ui/nav-bar.tsx';
import { Page } from '@candor/ui/page.tsx';
import { Skeleton } from '@candor/ui/skeleton.tsx';
import { CircleHelp, Clock, ShieldAlert, ShieldCheck } from 'lucide-react';
import { useTranslations } from 'use-intl';
import { useDurationText } from '../../lib/duration.ts';
import { formatPrice } from '../../lib/format.ts';
import { useLanguage } from '../../lib/language.ts';
import { goBack, useAddress } from '../../lib/location.ts';
import { paths } from '../../lib/paths.ts';
import { formatDateTime, zoneLabel } from '../../lib/time.ts';
import { messageOf } from '../../services/api/message-of.ts';
import { PageText } from '../../services/content/page-text.tsx';
import { checkPublicly, readPlace } from '../../services/proof/public-check.ts';
import type { PublicCheck } from '../../services/proof/public-check.ts';
import { useSession } from '../../services/session/session.ts';
import { useSite } from '../../services/session/site.ts';

export function PublicCheckPage() {
  const t = useTranslations('content.check');
  const asked = useAddress().params.get('check') ?? '';
  const signedIn = useSession((session) => session.token !== null);
  return (
    <Page
      className="l:max-w-[45rem]"
      bar={<NavBar title={t('title')} onBack={() => goBack(signedIn ? paths.home() : paths.login())} />}
    >
      <div className="flex flex-col gap-6">
        {asked !== '' && <Check key={asked} asked={asked} />}
        <section>
          <h2 className="text-title-2 font-bold">{t('rules')}</h2>
          <PageText slug="fairness" />
        </section>
      </div>
    </Page>
  );
}

type State = PublicCheck | { kind: 'running' } | { kind: 'failed'; error: unknown };

function Check({ asked }: { asked: string }) {
  const t = useTranslations('content.check');
  const actions = useTranslations('common.actions');
  const language = useLanguage();
  const { timeZone } = useSite();
  const [round, setRound] = useState(0);
  // What is no link of this site needs no answer: it is missing from the first frame on.
  const [state, setState] = useState<State>(() => ({ kind: readPlace(asked) === null ? 'missing' : 'running' }));
  useEffect(() => {
    let left = false;
    const place = readPlace(asked);
    const found = place === null ? Promise.resolve<PublicCheck>({ kind: 'missing' }) : checkPublicly(place, timeZone);
    found.then(
      (check) => {
        if (!left) setState(check);
      },
      (error: unknown) => {
        if (!left) setState({ kind: 'failed', error });
      },
    );
    return () => {
      left = true;
    };
  }, [asked, round, timeZone]);
  // As high as the result, so that the text below stays where it is.
  if (state.kind === 'running') return <Skeleton className="h-72 rounded-card l:h-64" />;
  if (state.kind === 'failed')
    return (
      <div role="alert" className="flex flex-col items-start gap-2 rounded-card bg-surface-1 p-4 text-body-s">
        <p className="text-danger">{messageOf(state.error, language)}</p>
        <Button
          size="small"
          variant="secondary"
          onClick={() => {
            setState({ kind: 'running' });
            setRound(round + 1);
          }}
        >
          {actions('retry')}
        </Button>
      </div>
    );
  const { Icon, tone } = APPEARANCE[state.kind];
  return (
    <section className={`rounded-card border-2 bg-surface-1 p-4 ${tone}`}>
      <div role={state.kind === 'wrong' ? 'alert' : 'status'} className="flex gap-3">
        <Icon aria-hidden="true" className="size-7 shrink-0" strokeWidth={1.75} />
        <div className="min-w-0">
          <h2 className="text-title-2 font-bold">{t(`${state.kind}.title`)}</h2>
          <p className="mt-1 text-body-s text-text-2">
            {state.kind === 'right' ? t('right.text', { count: state.ticks.length }) : t(`${state.kind}.text`)}
          </p>
        </div>
      </div>
      {state.kind !== 'missing' && <Facts order={state.order} />}
    </section>
  );
}

const APPEARANCE = {
  right: { Icon: ShieldCheck, tone: 'border-success text-success' },
  voided: { Icon: Clock, tone: 'border-warn text-warn' },
  wrong: { Icon: ShieldAlert, tone: 'border-danger text-danger' },
  missing: { Icon: CircleHelp, tone: 'border-line text-text-2' },
} as const;

function Facts({ order }: { order: FairnessOrder }) {
  const t = useTranslations('content.check.facts');
  const direction = useTranslations('common.direction');
  const status = useTranslations('common.status');
  const durationText = useDurationText();
  const { closesAt } = order;
  const rows = [
    [t('product'), order.product],
    [t('direction'), `${direction(order.direction)} · ${durationText(order.durationSec)}`],
    [t('entry'), formatPrice(order.entryPrice)],
    [t('exit'), formatPrice(order.exitPrice)],
    [t('closesAt'), `${formatDateTime(closesAt)} ${zoneLabel(closesAt)}`],
    [t('result'), status(order.outcome)],
  ];
  return (
    <dl className="mt-3 flex flex-col gap-y-1 border-t border-line pt-3 text-body-s">
      {rows.map(([label, value]) => (
        <div key={label} className="flex flex-wrap gap-x-4">
          <dt className="text-text-3">{label}</dt>
          <dd className="tnum ms-auto text-end wrap-anywhere text-text-1">{value}</dd>
        </div>
      ))}
    </dl>
  );
}

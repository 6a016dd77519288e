/*
 * The reality check: time used and net result, then go on or take a break. It waits for a quiet moment, so that it never
 * comes between a finger and a button. An open order's countdown goes on in the sheet.
 */

import { useEffect, useEffectEvent, useState } from 'react';
import { readOwnLimits } from '@candor/contract/calls/limits';
import { readSummary } from '@candor/contract/calls/trading';
import { isCheckDue, minutesUsed, REALITY_CHECK_MINUTES } from '@candor/domain/limits/reality-check';
import type { UseClock } from '@candor/domain/limits/reality-check';
import { Button } from '@candor/ui/button.tsx';
import { Fact, Facts } from '@candor/ui/facts.tsx';
import { Sheet } from '@candor/ui/modal.tsx';
import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'use-intl';
import { UNKNOWN_FIGURE } from '../lib/format.ts';
import { navigate } from '../lib/location.ts';
import { paths } from '../lib/paths.ts';
import { formatCountdown } from '../lib/time.ts';
import { useServerSecond } from '../services/active-order/following/server-second.ts';
import { call } from '../services/api/request.ts';
import { queryKeys } from '../services/queries/query-keys.ts';
import { useOpenOrders } from '../services/queries/shared-queries.ts';
import { SignedMoney } from '../services/session/amounts.tsx';
import { endSession } from '../services/session/session.ts';
import { memberGoesOn, seeMember } from './use-clock.ts';
import { useFreeMoment } from './use-free-moment.ts';

const TICK_MS = 3_000;

export function RealityCheckLayer() {
  const [clock, setClock] = useState<UseClock>(() => seeMember(Date.now()));
  const [isAsking, setIsAsking] = useState(false);
  const isFree = useFreeMoment();
  // Before the shortest interval is over, nobody is asked, whatever they chose.
  const { data: limits } = useQuery({
    queryKey: queryKeys.ownLimits,
    queryFn: ({ signal }) => call(readOwnLimits, { signal }),
    enabled: isCheckDue(clock, REALITY_CHECK_MINUTES[0]),
  });
  const minutes = limits?.realityCheckMinutes ?? null;

  const tick = useEffectEvent(() => {
    if (document.hidden) return;
    const seen = seeMember(Date.now());
    setClock(seen);
    if (isCheckDue(seen, minutes) && isFree()) setIsAsking(true);
  });
  useEffect(() => {
    const timer = setInterval(() => tick(), TICK_MS);
    return () => clearInterval(timer);
  }, []);

  function goOn() {
    setIsAsking(false);
    setClock(memberGoesOn(Date.now()));
  }
  // Another tab may have gone on meanwhile.
  return <CheckSheet clock={clock} open={isAsking && isCheckDue(clock, minutes)} onGoOn={goOn} />;
}

type CheckSheetProps = { clock: UseClock; open: boolean; onGoOn: () => void };

function CheckSheet({ clock, open, onGoOn }: CheckSheetProps) {
  const t = useTranslations('limits.check');
  const [isResting, setIsResting] = useState(false);
  const close = () => {
    setIsResting(false);
    onGoOn();
  };
  return (
    <Sheet
      open={open}
      onClose={close}
      title={t('title')}
      footer={
        isResting ? (
          <Rest onClose={close} onBack={() => setIsResting(false)} />
        ) : (
          <div className="grid grid-cols-2 gap-3">
            <Button variant="secondary" onClick={() => setIsResting(true)}>
              {t('rest')}
            </Button>
            <Button onClick={close}>{t('goOn')}</Button>
          </div>
        )
      }
    >
      {open && <Figures clock={clock} />}
    </Sheet>
  );
}

function Figures({ clock }: { clock: UseClock }) {
  const t = useTranslations('limits.check');
  const from = new Date(clock.startedAt).toISOString();
  const { data, isError } = useQuery({
    queryKey: queryKeys.summary({ from }),
    queryFn: ({ signal }) => call(readSummary, { query: { from }, signal }),
  });
  const missing = isError ? t('unknown') : UNKNOWN_FIGURE;
  return (
    <div className="flex flex-col gap-3">
      <Facts className="rounded-card bg-surface-2 px-4 py-1">
        <Fact name={t('used')} strong>
          {t('minutes', { count: minutesUsed(clock) })}
        </Fact>
        <Fact name={t('net')} strong>
          {data === undefined ? missing : <SignedMoney text={data.profit} />}
        </Fact>
        <Fact name={t('orders')}>{data === undefined ? missing : data.count}</Fact>
      </Facts>
      <OpenOrders />
    </div>
  );
}

/** What still runs below the sheet. */
function OpenOrders() {
  const t = useTranslations('limits.check');
  const open = useOpenOrders().data ?? [];
  const nowMs = useServerSecond();
  if (open.length === 0) return null;
  const left = Math.min(...open.map(({ closesAt }) => Date.parse(closesAt))) - nowMs;
  return (
    <p role="timer" className="tnum text-body-s text-text-2">
      {t('open', { count: open.length, left: formatCountdown(left) })}
    </p>
  );
}

function Rest({ onClose, onBack }: { onClose: () => void; onBack: () => void }) {
  const t = useTranslations('limits.check');
  return (
    <div className="flex flex-col gap-3">
      <p className="text-center text-body-s text-text-2">{t('restHint')}</p>
      <Button
        block
        onClick={() => {
          onClose();
          endSession('logout');
        }}
      >
        {t('logout')}
      </Button>
      <Button
        variant="secondary"
        block
        onClick={() => {
          onClose();
          navigate(paths.limits('exclusion'));
        }}
      >
        {t('exclude')}
      </Button>
      <Button variant="text" size="medium" block onClick={onBack}>
        {t('back')}
      </Button>
    </div>
  );
}

/* What a member may ask for about themselves: everything as a file, what is kept how long and why, and an end of the account. */

import { useState } from 'react';
import { wholeYears } from '@candor/contract/own-data';
import type { DataFileView, KeptRule, OwnDataView } from '@candor/contract/own-data';
import { Button } from '@candor/ui/button.tsx';
import { ListGroup, ListRow } from '@candor/ui/list.tsx';
import { NavBar } from '@candor/ui/nav-bar.tsx';
import { NoticeCard } from '@candor/ui/notice-card.tsx';
import { Columns, Page } from '@candor/ui/page.tsx';
import { SkeletonRows } from '@candor/ui/skeleton.tsx';
import { showToast } from '@candor/ui/toast.tsx';
import { FileDown, UserRoundX } from 'lucide-react';
import { useTranslations } from 'use-intl';
import { formatMoney } from '../../lib/format.ts';
import { useLanguage } from '../../lib/language.ts';
import { goBack, hrefTo } from '../../lib/location.ts';
import { useIsDesktop } from '../../lib/media.ts';
import { momentText } from '../../lib/moment-text.ts';
import { paths } from '../../lib/paths.ts';
import type { AppPath } from '../../lib/paths.ts';
import { messageOf } from '../../services/api/message-of.ts';
import { useOneAtATime } from '../../services/form/use-one-at-a-time.ts';
import { useSite } from '../../services/session/site.ts';
import { LoadFailed, Loading } from '../../services/queries/query-states.tsx';
import { AskDialog } from './ask-dialog.tsx';
import { fetchDataFile, useAskForData, useAskToClose, useOwnData, useStopClosing } from './own-data-queries.ts';

export function OwnDataPage() {
  const t = useTranslations('security.ownData');
  const titles = useTranslations('common.titles');
  const query = useOwnData();
  return (
    <Page columns bar={<NavBar title={titles('ownData')} onBack={() => goBack(paths.security())} />}>
      <div className="flex flex-col gap-6">
        <p className="text-body-s text-text-2">{t('intro')}</p>
        {query.data !== undefined ? (
          <OwnData view={query.data} />
        ) : query.isError ? (
          <LoadFailed error={query.error} onRetry={() => void query.refetch()} />
        ) : (
          <Loading onRetry={() => void query.refetch()}>
            <SkeletonRows count={6} />
          </Loading>
        )}
      </div>
    </Page>
  );
}

/** "0.37" as the site writes amounts. */
function useMoneyText(): (amount: string) => string {
  const { symbol } = useSite().currency;
  return (amount) => formatMoney(amount, { symbol });
}

type Question = 'file' | 'closing';

function OwnData({ view }: { view: OwnDataView }) {
  const [asked, setAsked] = useState<Question | null>(null);
  const isWide = useIsDesktop();
  return (
    <Columns isWide={isWide} after={<Rules rules={view.rules} />}>
      {view.closing !== null && <ClosingWaits closing={view.closing} blockers={view.blockers} />}
      {view.closing !== null && <ToSettle view={view} />}
      <EverythingAsFile view={view} onAsk={() => setAsked('file')} />
      {view.closing === null && <EndOfAccount view={view} onAsk={() => setAsked('closing')} />}
      <AskedFirst asked={asked} view={view} onClose={() => setAsked(null)} />
    </Columns>
  );
}

function EverythingAsFile({ view: { file, nextFileAt }, onAsk }: { view: OwnDataView; onAsk: () => void }) {
  const t = useTranslations('security.ownData.file');
  const language = useLanguage();
  const { isBusy, run } = useOneAtATime();
  const isReady = file?.state === 'ready';
  const mayAsk = nextFileAt === null && file?.state !== 'asked';

  async function download(id: string) {
    await fetchDataFile(id).catch((error: unknown) => showToast(messageOf(error, language), 'danger'));
  }

  return (
    <section className="flex flex-col gap-2">
      <ListGroup title={t('title')}>
        <ListRow
          icon={<FileDown aria-hidden="true" strokeWidth={1.75} />}
          title={t('what')}
          detail={<FileState file={file} />}
        />
      </ListGroup>
      {(isReady || mayAsk) && (
        <div className="flex flex-wrap gap-2 *:flex-1 *:basis-[9rem] xl:*:flex-none">
          {isReady && (
            <Button size="medium" loading={isBusy} onClick={() => void run(async () => await download(file.id))}>
              {t('download')}
            </Button>
          )}
          {mayAsk && (
            <Button variant={isReady ? 'outline' : 'secondary'} size="medium" onClick={onAsk}>
              {t('ask')}
            </Button>
          )}
        </div>
      )}
      <p className="ps-1 text-caption text-text-3">{t('hint')}</p>
    </section>
  );
}

const KIB = 1024;

function FileState({ file }: { file: DataFileView | null }) {
  const t = useTranslations('security.ownData.file.states');
  if (file === null) return t('none');
  if (file.state !== 'ready' || file.until === null) return t(file.state);
  return t('ready', { time: momentText(file.until), size: Math.max(1, Math.ceil((file.bytes ?? 0) / KIB)) });
}

/** Where each of what is still open is settled. */
const SETTLED_AT: Readonly<Record<OwnDataView['blockers'][number], () => AppPath>> = {
  FROZEN: () => paths.service(),
  ORDERS: () => paths.positions(),
  DEPOSITS: () => paths.depositRecords(),
  WITHDRAWALS: () => paths.withdrawRecords(),
  HOLDINGS: () => paths.ebao('mine'),
  SAVINGS: () => paths.savings('out'),
  MONEY: () => paths.withdraw(),
};

/** A balance that is less than the smallest withdrawal, when nothing but it is left to settle. */
function givenUpOf({ rest, blockers }: OwnDataView): OwnDataView['rest'] {
  return blockers.length === 1 && blockers[0] === 'MONEY' ? rest : null;
}

function EndOfAccount({ view, onAsk }: { view: OwnDataView; onAsk: () => void }) {
  const t = useTranslations('security.ownData.closing');
  const { blockers, closingDays } = view;
  return (
    <section className="flex flex-col gap-2">
      {blockers.length > 0 && <ToSettle view={view} />}
      {(blockers.length === 0 || givenUpOf(view) !== null) && (
        <ListGroup title={t('title')}>
          <ListRow
            icon={<UserRoundX aria-hidden="true" strokeWidth={1.75} />}
            title={t('action')}
            detail={t('detail', { days: closingDays })}
            onPress={onAsk}
            danger
          />
        </ListGroup>
      )}
      <p className="ps-1 text-caption text-text-3">{t('hint')}</p>
    </section>
  );
}

/** What is still open, each with the way to settle it. */
function ToSettle({ view: { blockers, rest } }: { view: OwnDataView }) {
  const t = useTranslations('security.ownData.closing');
  const moneyText = useMoneyText();
  if (blockers.length === 0) return null;
  return (
    <ListGroup title={t('settleFirst')}>
      {blockers.map((blocker) =>
        blocker === 'MONEY' && rest !== null ? (
          <ListRow
            key={blocker}
            title={t('rest', { amount: moneyText(rest.amount) })}
            detail={t('restDetail', { smallest: moneyText(rest.smallest) })}
          />
        ) : (
          <ListRow key={blocker} title={t(`blockers.${blocker}`)} href={hrefTo(SETTLED_AT[blocker]())} />
        ),
      )}
    </ListGroup>
  );
}

type ClosingWaitsProps = Pick<OwnDataView, 'blockers'> & { closing: NonNullable<OwnDataView['closing']> };

function ClosingWaits({ closing: { dueAt, giveUp }, blockers }: ClosingWaitsProps) {
  const t = useTranslations('security.ownData.closing');
  const moneyText = useMoneyText();
  const language = useLanguage();
  const stopping = useStopClosing();
  return (
    <NoticeCard
      tone="warn"
      title={t('waits', { time: momentText(dueAt) })}
      action={
        <Button
          variant="secondary"
          size="small"
          loading={stopping.isPending}
          onClick={() =>
            stopping.mutate(undefined, {
              onSuccess: () => showToast(t('stopped')),
              onError: (error) => showToast(messageOf(error, language), 'danger'),
            })
          }
        >
          {t('stop')}
        </Button>
      }
    >
      {giveUp === null
        ? t('waitsText')
        : t(blockers.includes('MONEY') ? 'waitsChanged' : 'waitsGiveUp', { amount: moneyText(giveUp) })}
    </NoticeCard>
  );
}

function AskedFirst({ asked, view, onClose }: { asked: Question | null; view: OwnDataView; onClose: () => void }) {
  const t = useTranslations('security.ownData');
  const [asking, closing] = [useAskForData(), useAskToClose()];
  const moneyText = useMoneyText();
  const rest = givenUpOf(view);
  if (asked === 'file')
    return (
      <AskDialog
        title={t('file.ask')}
        text={t('file.askText')}
        action={t('file.confirm')}
        variant="primary"
        onClose={onClose}
        onConfirm={async () => void (await asking.mutateAsync())}
      />
    );
  if (asked === 'closing')
    return (
      <AskDialog
        title={t('closing.ask')}
        text={
          rest === null
            ? t('closing.askText', { days: view.closingDays })
            : `${t('closing.giveUpText', { amount: moneyText(rest.amount) })} ${t('closing.askText', { days: view.closingDays })}`
        }
        action={rest === null ? t('closing.confirm') : t('closing.giveUp', { amount: moneyText(rest.amount) })}
        onClose={onClose}
        onConfirm={async () => void (await closing.mutateAsync(rest === null ? {} : { giveUp: rest.amount }))}
      />
    );
  return null;
}

/** What goes when, and what stays, each with why. */
function Rules({ rules }: { rules: readonly KeptRule[] }) {
  const t = useTranslations('security.ownData.rules');
  const groups = [
    { name: 'fromEvent', has: ({ days, from }: KeptRule) => days !== null && from === 'event' },
    { name: 'fromClosing', has: ({ days, from }: KeptRule) => days !== null && from === 'closing' },
    { name: 'stays', has: ({ days }: KeptRule) => days === null },
  ] as const;
  return (
    <div className="flex flex-col gap-6">
      {groups.map(({ name, has }) => (
        <ListGroup key={name} title={t(name)}>
          {rules.filter(has).map(({ what, because, days }) => (
            <ListRow
              key={what}
              title={t(`what.${what}`)}
              detail={t(`because.${because}`)}
              value={days === null ? null : <Days days={days} />}
            />
          ))}
        </ListGroup>
      ))}
      <p className="ps-1 text-caption text-text-3">{t('hint')}</p>
    </div>
  );
}

/** Whole years are said in years. */
function Days({ days }: { days: number }) {
  const t = useTranslations('security.ownData.rules');
  const years = wholeYears(days);
  return years === null ? t('days', { days }) : t('years', { years });
}

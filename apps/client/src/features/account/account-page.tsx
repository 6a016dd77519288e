/*
 * 账户: who is signed in, what they have, and links to everything about the account. The statement, the display choices
 * and the devices are views of this route (`?view=`).
 */

import { useEffect } from 'react';
import type { ReactNode } from 'react';
import { ACTION_ICONS } from '@candor/ui/action-icons';
import { ListGroup, ListRow } from '@candor/ui/list.tsx';
import { NavBar } from '@candor/ui/nav-bar.tsx';
import { Page } from '@candor/ui/page.tsx';
import { Shortcut, Shortcuts } from '@candor/ui/shortcut.tsx';
import { StatusChip } from '@candor/ui/status-chip.tsx';
import {
  BadgeCheck,
  BellRing,
  BookA,
  BookOpenText,
  CreditCard,
  FileText,
  Gauge,
  GraduationCap,
  Headset,
  History,
  LockKeyhole,
  LogOut,
  Megaphone,
  MessageSquareWarning,
  MonitorSmartphone,
  NotebookText,
  Palette,
  Scale,
  ScrollText,
  ShieldCheck,
  TriangleAlert,
  UserRound,
} from 'lucide-react';
import { useTranslations } from 'use-intl';
import { hrefTo, useAddress } from '../../lib/location.ts';
import { useLayout } from '../../lib/media.ts';
import { useOnline } from '../../lib/online.ts';
import { paths } from '../../lib/paths.ts';
import type { AppPath } from '../../lib/paths.ts';
import { askLogout } from '../../lib/shell-actions.ts';
import { useUnreadNews } from '../../services/notices/notice-queries.ts';
import { useSecurity } from '../../services/queries/security-query.ts';
import { useSite } from '../../services/session/site.ts';
import { AppRow } from './app-row.tsx';
import { AssetCard } from './asset-card.tsx';
import { DevicesView } from './devices-view.tsx';
import { DisplayView } from './display-view.tsx';
import { EarningsScreen } from './earnings-screen.tsx';
import { IdentityCard } from './identity-card.tsx';
import { InviteCard } from './invite-card.tsx';
import { PracticeReset } from './practice-reset.tsx';
import { readView, viewPath } from './statement-filter.ts';
import { StatementView } from './statement-view.tsx';

export function AccountPage() {
  const { params } = useAddress();
  switch (readView(params)) {
    case 'statement':
      return <StatementView />;
    case 'earnings':
      return <EarningsScreen asked={params.get('date')} />;
    case 'display':
      return <DisplayView />;
    case 'devices':
      return <DevicesView />;
    case null:
      return <Overview section={params.get('section')} />;
  }
}

function Overview({ section }: { section: string | null }) {
  const t = useTranslations('account');
  const isWide = useLayout() === 'desktop';
  useEffect(() => {
    if (section === 'assets') document.getElementById('assets')?.scrollIntoView({ block: 'center' });
  }, [section]);
  return (
    <Page columns bar={<NavBar title={t('title')} />}>
      <div className="grid items-start gap-6 xl:grid-cols-[minmax(0,1fr)_minmax(0,1.1fr)] xl:gap-8">
        <div className="flex min-w-0 flex-col gap-6 xl:sticky xl:top-[calc(var(--topnav-height)+var(--nav-height)+1.5rem)]">
          <IdentityCard />
          <AssetCard isOpen={isWide || section === 'assets'} />
          <QuickActions />
        </div>
        <div className="flex min-w-0 flex-col gap-6">
          <FundsGroup />
          <AccountGroup />
          <PreferencesGroup />
          <HelpGroup />
          <InviteCard />
          <ListGroup>
            <ListRow
              danger
              icon={<LogOut aria-hidden="true" strokeWidth={1.75} />}
              title={t('logout')}
              onPress={askLogout}
            />
          </ListGroup>
        </div>
      </div>
    </Page>
  );
}

function QuickActions() {
  const t = useTranslations('account');
  const states = useTranslations('common.states');
  // No money moves without a connection.
  const out = useOnline() ? undefined : states('offlineShort');
  return (
    <Shortcuts label={t('quick')}>
      <Shortcut href={hrefTo(paths.recharge())} action="deposit" out={out}>
        {t('recharge')}
      </Shortcut>
      <Shortcut href={hrefTo(paths.withdraw())} action="withdraw" out={out}>
        {t('withdraw')}
      </Shortcut>
      <Shortcut href={hrefTo(paths.ebao())} action="savings">
        {t('savings')}
      </Shortcut>
      <Shortcut href={hrefTo(paths.positions())} action="holdings">
        {t('positions')}
      </Shortcut>
    </Shortcuts>
  );
}

function FundsGroup() {
  const t = useTranslations('account');
  const { mode } = useSite();
  return (
    <ListGroup title={t('groups.funds')}>
      <Row
        icon={<NotebookText aria-hidden="true" strokeWidth={1.75} />}
        title={t('statement.title')}
        to={paths.statement()}
      />
      <Row icon={<History aria-hidden="true" strokeWidth={1.75} />} title={t('history')} to={paths.history()} />
      {mode === 'practice' && <PracticeReset />}
      <Row
        icon={<ACTION_ICONS.deposit aria-hidden="true" strokeWidth={1.75} />}
        title={t('deposits')}
        to={paths.depositRecords()}
      />
      <Row
        icon={<ACTION_ICONS.withdraw aria-hidden="true" strokeWidth={1.75} />}
        title={t('withdrawals')}
        to={paths.withdrawRecords()}
      />
      <Row
        icon={<ACTION_ICONS.invest aria-hidden="true" strokeWidth={1.75} />}
        title={t('investments')}
        to={paths.ebaoRecords()}
      />
    </ListGroup>
  );
}

function AccountGroup() {
  const t = useTranslations('account');
  const titles = useTranslations('common.titles');
  return (
    <ListGroup title={t('groups.account')}>
      <Row icon={<UserRound aria-hidden="true" strokeWidth={1.75} />} title={t('person.title')} to={paths.profile()} />
      <Row
        icon={<MonitorSmartphone aria-hidden="true" strokeWidth={1.75} />}
        title={t('devices.title')}
        to={viewPath('devices')}
      />
      <SecurityRow />
      <Row icon={<Gauge aria-hidden="true" strokeWidth={1.75} />} title={titles('limits')} to={paths.limits()} />
      <Row
        icon={<BadgeCheck aria-hidden="true" strokeWidth={1.75} />}
        title={t('verification')}
        to={paths.verification()}
      />
      <Row icon={<CreditCard aria-hidden="true" strokeWidth={1.75} />} title={t('bankCard')} to={paths.bank()} />
    </ListGroup>
  );
}

function PreferencesGroup() {
  const t = useTranslations('account');
  return (
    <ListGroup title={t('groups.preferences')}>
      <ListRow
        icon={<Palette aria-hidden="true" strokeWidth={1.75} />}
        title={t('display.title')}
        detail={t('display.hint')}
        href={hrefTo(viewPath('display'))}
      />
    </ListGroup>
  );
}

function HelpGroup() {
  const t = useTranslations('account');
  const titles = useTranslations('common.titles');
  return (
    <ListGroup title={t('groups.help')}>
      <NoticesRow />
      <Row icon={<Headset aria-hidden="true" strokeWidth={1.75} />} title={t('support')} to={paths.webview()} />
      <Row
        icon={<MessageSquareWarning aria-hidden="true" strokeWidth={1.75} />}
        title={titles('complaints')}
        to={paths.complaints()}
      />
      <Row icon={<BellRing aria-hidden="true" strokeWidth={1.75} />} title={titles('alerts')} to={paths.alerts()} />
      <Row icon={<GraduationCap aria-hidden="true" strokeWidth={1.75} />} title={titles('start')} to={paths.start()} />
      <Row icon={<BookA aria-hidden="true" strokeWidth={1.75} />} title={titles('words')} to={paths.words()} />
      <Row icon={<FileText aria-hidden="true" strokeWidth={1.75} />} title={t('rules')} to={paths.textview('rules')} />
      <Row icon={<Scale aria-hidden="true" strokeWidth={1.75} />} title={titles('fairness')} to={paths.fairness()} />
      {TEXTS.map(({ slug, icon }) => (
        <Row key={slug} icon={icon} title={t(`texts.${slug}`)} to={paths.textview(slug)} />
      ))}
      <AppRow />
    </ListGroup>
  );
}

const TEXTS = [
  { slug: 'agreement', icon: <ScrollText aria-hidden="true" strokeWidth={1.75} /> },
  { slug: 'privacy', icon: <LockKeyhole aria-hidden="true" strokeWidth={1.75} /> },
  { slug: 'risk', icon: <TriangleAlert aria-hidden="true" strokeWidth={1.75} /> },
  { slug: 'about', icon: <BookOpenText aria-hidden="true" strokeWidth={1.75} /> },
] as const;

/** Says how many events the member has not confirmed yet. */
function SecurityRow() {
  const t = useTranslations('account');
  const titles = useTranslations('common.titles');
  const count = useSecurity().data?.events.filter(({ isNew }) => isNew).length ?? 0;
  return (
    <ListRow
      icon={<ShieldCheck aria-hidden="true" strokeWidth={1.75} />}
      title={titles('security')}
      href={hrefTo(paths.security())}
      {...(count === 0
        ? {}
        : {
            value: (
              <StatusChip tone="warn" icon="alert">
                {t('toCheck', { count })}
              </StatusChip>
            ),
          })}
    />
  );
}

/** Says how many announcements the member has not read. */
function NoticesRow() {
  const t = useTranslations('account');
  const shell = useTranslations('shell');
  const unread = useUnreadNews();
  return (
    <ListRow
      icon={<Megaphone aria-hidden="true" strokeWidth={1.75} />}
      title={t('notices')}
      href={hrefTo(paths.notices())}
      {...(unread === 0 ? {} : { value: shell('unreadNotices', { count: unread }) })}
    />
  );
}

function Row({ icon, title, to }: { icon: ReactNode; title: string; to: AppPath }) {
  return <ListRow icon={icon} title={title} href={hrefTo(to)} />;
}

import { logOutOperator } from '@candor/contract/calls/console/operators';
import { Suspense, useEffect, useRef, useState } from 'react';
import {
  ActionIcon,
  Alert,
  AppShell,
  Badge,
  Burger,
  Group,
  Menu,
  NavLink,
  Text,
  Tooltip,
  UnstyledButton,
} from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { CalendarX2, ChevronDown, FlaskConical, Keyboard, Languages, LogOut, ShieldAlert, WifiOff } from 'lucide-react';
import { observable } from '@candor/api-client/observable';
import { useTranslations } from 'use-intl';
import { LANGUAGES } from '@candor/contract/languages';
import { showLanguage } from '../lib/i18n.tsx';
import { LANGUAGE_NAMES } from '../lib/language.ts';
import { useObservable } from '../lib/observable.ts';
import { hrefTo, navigate, useAddress } from '../lib/location.ts';
import { TableFrame } from '../lib/table-frame.tsx';
import { call } from '../services/api/request.ts';
import { useCounters, useIsAway } from '../services/operator/counters.ts';
import { useMay, useOperator } from '../services/operator/operator.tsx';
import { useRoleText } from '../services/operator/role-text.ts';
import { ExportProgress } from '../services/export/export-progress.tsx';
import { KeyHelp, openKeyHelp } from '../services/queue/key-help.tsx';
import { PageLoading, PlainState } from '../services/queue/states.tsx';
import { StatusBadge } from '../services/queue/status-badge.tsx';
import { endSession } from '../services/session/session.ts';
import { SiteLogo } from '../services/site/site-logo.tsx';
import { ErrorBoundary } from './error-boundary.tsx';
import { Finder, FinderButton } from './finder.tsx';
import { NAVIGATION } from './navigation.ts';
import { GROUPS, SECTION_ICONS } from './navigation-entry.ts';
import type { NavigationEntry, NavigationSection } from './navigation-entry.ts';
import { SchemeMenu } from './scheme-menu.tsx';

/** The frame around every page: where one is, what waits, and who is working. */
export function Shell() {
  const t = useTranslations('common');
  const [isOpen, { toggle, close }] = useDisclosure(false);
  const { path } = useAddress();
  const entry = useEntry(path);
  const nameOf = useEntryName();
  const name = entry.kind === 'page' ? nameOf(entry.entry) : null;
  const first = useRef(path);
  useEffect(() => {
    if (path !== first.current) unsecuredSeen.set(true);
  }, [path]);
  useEffect(() => {
    close();
    if (name !== null) document.title = `${name} · Candor`;
  }, [path, name, close]);
  return (
    <AppShell
      header={{ height: 56 }}
      navbar={{ width: 200, breakpoint: 'md', collapsed: { mobile: !isOpen } }}
      padding="md"
      withBorder={false}
    >
      <a href="#main" className="skip-link" onClick={(event) => skipTo(event, 'main')}>
        {t('skip')}
      </a>
      <AppShell.Header px="lg" style={{ borderBottom: '1px solid var(--candor-line)' }}>
        <Group h="100%" justify="space-between" wrap="nowrap">
          <Group gap="sm" wrap="nowrap">
            <Burger opened={isOpen} onClick={toggle} hiddenFrom="md" size="sm" aria-label={t('menu')} />
            <Brand />
          </Group>
          <Group gap={4} wrap="nowrap">
            <FinderButton />
            <Who />
          </Group>
        </Group>
      </AppShell.Header>
      <AppShell.Navbar
        aria-label={t('navigation.label')}
        p={8}
        style={{ borderRight: '1px solid var(--candor-line)', overflowY: 'auto' }}
      >
        <Navigation path={path} />
      </AppShell.Navbar>
      <AppShell.Main id="main" tabIndex={-1} style={{ outline: 'none' }}>
        <SectionTabs path={path} />
        <Notices />
        <ErrorBoundary key={path}>
          <Suspense fallback={name === null ? <PageLoading /> : <PageLoading title={name} />}>
            <Page entry={entry} />
          </Suspense>
        </ErrorBoundary>
      </AppShell.Main>
      <KeyHelp />
      <OwnFinder />
      <ExportProgress />
    </AppShell>
  );
}

type Found = { kind: 'page'; entry: NavigationEntry } | { kind: 'forbidden' } | { kind: 'unknown' };

/** `/` is the first page that this operator may see. */
function useEntry(path: string): Found {
  const may = useMay();
  const pages = usePages();
  const entry = path === '/' ? pages.find((one) => isOpenTo(one, may)) : pages.find((one) => one.path === path);
  if (entry === undefined) return { kind: 'unknown' };
  return isOpenTo(entry, may) ? { kind: 'page', entry } : { kind: 'forbidden' };
}

/** What this site has: some pages are those of a practice site. */
function usePages(): readonly NavigationEntry[] {
  const { site } = useOperator();
  return NAVIGATION.filter(({ isPractice }) => isPractice !== true || site.mode === 'practice');
}

function useEntryName(): (entry: NavigationEntry) => string {
  const t = useTranslations();
  return ({ title }) => t(title);
}

function isOpenTo({ permission }: NavigationEntry, may: (permission: string) => boolean): boolean {
  return permission === undefined || may(permission);
}

function Page({ entry }: { entry: Found }) {
  const t = useTranslations('common.states');
  if (entry.kind === 'page') return <entry.entry.page key={entry.entry.path} />;
  const isForbidden = entry.kind === 'forbidden';
  return (
    <PlainState title={t(isForbidden ? 'forbidden' : 'notFound')} code={isForbidden ? '403' : '404'}>
      {t(isForbidden ? 'forbiddenHint' : 'notFoundHint')}
    </PlainState>
  );
}

function Brand() {
  const t = useTranslations('common');
  const { site } = useOperator();
  return (
    <Group gap={10} wrap="nowrap">
      <SiteLogo height={28} />
      <Text fw={650} fz="lg" visibleFrom="xs">
        {site.name}
      </Text>
      <Text c="dimmed" visibleFrom="xs">
        {t('title')}
      </Text>
      {site.mode === 'practice' && (
        <Tooltip label={t('practiceHint')}>
          {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- its hint is shown at the focus, too */}
          <span className="unbroken" tabIndex={0}>
            <StatusBadge tone="practice" icon={FlaskConical}>
              {t('practice')}
            </StatusBadge>
          </span>
        </Tooltip>
      )}
    </Group>
  );
}

type Line = { readonly section: NavigationSection | null; readonly entries: readonly NavigationEntry[] };

/** The lines of a group: pages of one section share one, where there is more than one of them. */
function linesOf(entries: readonly NavigationEntry[]): readonly Line[] {
  const lines: { section: NavigationSection | null; entries: NavigationEntry[] }[] = [];
  for (const entry of entries) {
    const known = lines.find(({ section }) => section !== null && section === entry.section);
    if (known === undefined) lines.push({ section: entry.section ?? null, entries: [entry] });
    else known.entries.push(entry);
  }
  return lines;
}

function Navigation({ path }: { path: string }) {
  const t = useTranslations('common');
  const may = useMay();
  const entries = usePages().filter((entry) => isOpenTo(entry, may));
  const here = path === '/' ? entries[0]?.path : path;
  const current = useRef<HTMLAnchorElement>(null);
  useEffect(() => {
    current.current?.scrollIntoView({ block: 'nearest' });
  }, [here]);
  return GROUPS.map((group) => {
    const own = entries.filter((entry) => entry.group === group);
    return own.length === 0 ? null : (
      <div key={group} role="group" aria-label={t(`navigation.group.${group}`)}>
        {group !== 'desk' && (
          <Text fz="xs" fw={600} c="dimmed" className="nav-group" aria-hidden>
            {t(`navigation.group.${group}`)}
          </Text>
        )}
        {linesOf(own).map(({ section, entries: all }) => {
          const [first] = all;
          if (first === undefined) return null;
          if (section === null || all.length === 1)
            return <Entry key={first.path} entry={first} here={here} current={current} />;
          return <Section key={section} section={section} entries={all} here={here} current={current} />;
        })}
      </div>
    );
  });
}

type Here = { readonly here: string | undefined; readonly current: React.RefObject<HTMLAnchorElement | null> };

function Entry({ entry, here, current }: Here & { entry: NavigationEntry }) {
  const t = useTranslations();
  const counters = useCounters();
  const isHere = entry.path === here;
  return (
    <NavLink
      {...(isHere ? { ref: current, 'aria-current': 'page' } : {})}
      className="nav-line"
      href={hrefTo(entry.path)}
      active={isHere}
      label={t(entry.short ?? entry.title)}
      leftSection={<entry.icon size={18} strokeWidth={1.75} aria-hidden />}
      rightSection={entry.counter === undefined ? null : <Waiting count={counters[entry.counter]} />}
    />
  );
}

/** One line for all its pages: it leads to the first of them where something waits. */
function Section({
  section,
  entries,
  here,
  current,
}: Here & { section: NavigationSection; entries: readonly NavigationEntry[] }) {
  const t = useTranslations('common');
  const waitingOf = useWaitingOf();
  const Icon = SECTION_ICONS[section];
  const isHere = entries.some(({ path }) => path === here);
  const target = entries.find((entry) => waitingOf(entry) > 0) ?? entries[0];
  return (
    <NavLink
      {...(isHere ? { ref: current, 'aria-current': 'true' } : {})}
      className="nav-line"
      data-section={section}
      href={hrefTo(target?.path ?? '/')}
      active={isHere}
      label={t(`navigation.section.${section}`)}
      leftSection={<Icon size={18} strokeWidth={1.75} aria-hidden />}
      rightSection={<Waiting count={entries.reduce((sum, entry) => sum + waitingOf(entry), 0)} />}
    />
  );
}

function useWaitingOf(): (entry: NavigationEntry) => number {
  const counters = useCounters();
  return ({ counter }) => (counter === undefined ? 0 : (counters[counter] ?? 0));
}

/** The pages of the section that is open, over its page. No navigation of its own: there is one of them. */
function SectionTabs({ path }: { path: string }) {
  const t = useTranslations('common');
  const nameOf = useEntryName();
  const may = useMay();
  const waitingOf = useWaitingOf();
  const entries = usePages().filter((entry) => isOpenTo(entry, may));
  const section = entries.find((entry) => entry.path === path)?.section;
  const tabs = entries.filter((entry) => section !== undefined && entry.section === section);
  if (section === undefined || tabs.length < 2) return null;
  return (
    <TableFrame className="section-tabs" role="group" aria-label={t(`navigation.section.${section}`)}>
      {tabs.map((entry) => (
        <a
          key={entry.path}
          href={hrefTo(entry.path)}
          className="section-tab"
          {...(entry.path === path ? { 'aria-current': 'page', ref: keepInView } : {})}
        >
          {nameOf(entry)}
          <Waiting count={waitingOf(entry)} />
        </a>
      ))}
    </TableFrame>
  );
}

/** As far as the edge of the bar fades. */
const TAB_ROOM = 48;

/** The tab of the open page stays in view, also when a panel takes the room of the last ones. */
function keepInView(tab: HTMLAnchorElement): () => void {
  const bar = tab.parentElement;
  if (bar === null) return () => {};
  const sizes = new ResizeObserver(() => {
    const [whole, own] = [bar.getBoundingClientRect(), tab.getBoundingClientRect()];
    bar.scrollLeft += Math.max(0, own.right - whole.right + TAB_ROOM) - Math.max(0, whole.left - own.left + TAB_ROOM);
  });
  sizes.observe(bar);
  return () => sizes.disconnect();
}

function Waiting({ count }: { count: number | undefined }) {
  const t = useTranslations('common');
  if (count === undefined || count === 0) return null;
  return (
    <Badge color="gray" variant="light" size="md" className="figures nav-count" aria-label={t('waiting', { count })}>
      {count > 999 ? '999+' : count}
    </Badge>
  );
}

function OwnFinder() {
  const may = useMay();
  const pages = usePages().filter((entry) => isOpenTo(entry, may));
  return <Finder pages={pages} onLogOut={logOut} />;
}

function logOut(): void {
  // The session is forgotten here at once; that the server forgets it too is worth one try.
  void call(logOutOperator, { body: {} }).catch(() => undefined);
  endSession('logout');
}

function Who() {
  const t = useTranslations('common');
  const texts = useTranslations();
  const roleText = useRoleText();
  const { username, roles, secured } = useOperator();
  const isKnown = useObservable(unsecuredSeen);
  const { path } = useAddress();
  // Open on the page where it was opened: any way to another page closes it.
  const [openAt, setOpenAt] = useState<string | null>(null);
  return (
    <Group gap={4} wrap="nowrap" miw={0}>
      {!secured && !isKnown && (
        <Text fz="xs" className="unsecured-line" role="status">
          <ShieldAlert size={16} aria-hidden />
          <span>{t.rich('unsecured', { link: (text) => <a href={hrefTo('/account')}>{text}</a> })}</span>
        </Text>
      )}
      <Tooltip label={t('keys.title')}>
        <ActionIcon
          variant="subtle"
          color="gray"
          size="lg"
          visibleFrom="xs"
          aria-label={t('keys.title')}
          onClick={openKeyHelp}
        >
          <Keyboard size={18} strokeWidth={1.75} />
        </ActionIcon>
      </Tooltip>
      <SchemeMenu />
      <Menu position="bottom-end">
        <Menu.Target>
          <ActionIcon variant="subtle" color="gray" size="lg" aria-label={t('language')}>
            <Languages size={18} strokeWidth={1.75} />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          {LANGUAGES.map((language) => (
            <Menu.Item key={language} lang={language} onClick={() => void showLanguage(language)}>
              {LANGUAGE_NAMES[language]}
            </Menu.Item>
          ))}
        </Menu.Dropdown>
      </Menu>
      <Menu
        position="bottom-end"
        width={200}
        opened={openAt === path}
        onChange={(isOpen) => setOpenAt(isOpen ? path : null)}
      >
        <Menu.Target>
          <UnstyledButton px="xs" py={6}>
            <Group gap={8} wrap="nowrap">
              <div style={{ textAlign: 'right' }}>
                <Text fw={600} lh={1.2}>
                  {username}
                </Text>
                <Text fz="xs" c="dimmed" lh={1.2}>
                  {roles.map((role) => roleText(role)).join(' · ')}
                </Text>
              </div>
              {!secured ? (
                <span className="unsecured-dot" role="img" aria-label={t('unsecuredMark')} title={t('unsecuredMark')} />
              ) : (
                <ChevronDown size={16} aria-hidden />
              )}
            </Group>
          </UnstyledButton>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item onClick={() => navigate('/account')}>{texts('account.title')}</Menu.Item>
          <Menu.Divider />
          <Menu.Item leftSection={<LogOut size={16} />} onClick={logOut}>
            {t('logOut')}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
    </Group>
  );
}

/** Said in words on the first page of a visit, in the bar: the page below keeps its place. The mark beside the name stays. */
const unsecuredSeen = observable(false);

export function Notices() {
  const t = useTranslations('common');
  const { calendarsEnding } = useOperator();
  const isOnline = useOnline();
  const isAway = useIsAway();
  return (
    <>
      {/* A device may say that it is offline while answers come. */}
      {isAway && (
        <Alert color="yellow" icon={<WifiOff size={18} />} mb="md" py={8} role="status">
          {t(isOnline ? 'states.away' : 'states.offline')}
        </Alert>
      )}
      {calendarsEnding.length > 0 && (
        <Alert color="orange" icon={<CalendarX2 size={18} />} mb="md" py={8} role="status">
          {t('calendarsEnding', { list: calendarsEnding.map((one) => t('calendarUntil', one)).join(' · ') })}
        </Alert>
      )}
    </>
  );
}

function useOnline(): boolean {
  const [isOnline, setOnline] = useState(navigator.onLine);
  useEffect(() => {
    const follow = () => setOnline(navigator.onLine);
    window.addEventListener('online', follow);
    window.addEventListener('offline', follow);
    return () => {
      window.removeEventListener('online', follow);
      window.removeEventListener('offline', follow);
    };
  }, []);
  return isOnline;
}

/** The hash is the address, so a link to a part of the page would leave it. */
function skipTo(event: React.MouseEvent, id: string): void {
  event.preventDefault();
  document.getElementById(id)?.focus();
}

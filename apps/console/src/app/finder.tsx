/*
 * Ctrl-K: everything by its name. Pages and actions that this operator has, the filters they saved, and members, orders, complaints,
 * deposits and withdrawals where they may read them. It takes the keyboard from wherever it is; nothing else does.
 */

import { useEffect, useId, useState } from 'react';
import type { KeyboardEvent, ReactNode } from 'react';
import { Button, Kbd, Loader, Text, TextInput, UnstyledButton, useMantineColorScheme } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import {
  ArrowDownToLine,
  ArrowUpFromLine,
  Bookmark,
  CornerDownLeft,
  MessageSquareWarning,
  ReceiptText,
  Search,
  UserRound,
  Zap,
} from 'lucide-react';
import type { LucideIcon } from 'lucide-react';
import { useTranslations } from 'use-intl';
import { observable } from '@candor/api-client/observable';
import { searchAll } from '@candor/contract/calls/console/search';
import type { FoundBy, FoundThing } from '@candor/contract/console-search';
import { LANGUAGES } from '@candor/contract/languages';
import { narrow, visible } from '@candor/domain/text/typed-text';
import { isComposing, isEnter } from '@candor/ui/keyboard';
import { Dialog } from '../lib/dialog.tsx';
import { showLanguage, useMessageOf } from '../lib/i18n.tsx';
import { LANGUAGE_NAMES } from '../lib/language.ts';
import { navigate } from '../lib/location.ts';
import { useObservable } from '../lib/observable.ts';
import { pageActions } from '../services/actions/page-actions.ts';
import { call } from '../services/api/request.ts';
import { useOperator } from '../services/operator/operator.tsx';
import { choicesOf } from '../services/queue/list-choices.ts';
import { openKeyHelp } from '../services/queue/key-help.tsx';
import { findIn } from './find.ts';
import type { Findable } from './find.ts';
import type { NavigationEntry } from './navigation-entry.ts';

type Thing = Findable & {
  readonly key: string;
  readonly group: Group;
  readonly icon: LucideIcon;
  /** Behind the name, smaller. */
  readonly hint?: string;
  readonly run: () => void;
};

const ORDER = ['pages', 'actions', 'saved', 'members', 'orders', 'complaints', 'deposits', 'withdrawals'] as const;
type Group = (typeof ORDER)[number];

const isOpen = observable(false);

const OTHER_DIALOG = '.mantine-Modal-content:not(:has(.finder))';
/** Whoever opens it knows what to type. */
const AT_ONCE = { duration: 0 };

type FinderProps = {
  /** Pages that this operator may see. */
  readonly pages: readonly NavigationEntry[];
  readonly onLogOut: () => void;
};

export function Finder(props: FinderProps) {
  const opened = useObservable(isOpen);
  const t = useTranslations('common.finder');
  useEffect(() => {
    const follow = (event: globalThis.KeyboardEvent) => {
      if (isComposing(event) || event.altKey || event.shiftKey || !(event.ctrlKey || event.metaKey)) return;
      if (event.key.toLowerCase() !== 'k') return;
      event.preventDefault();
      // A dialog that asks for an answer keeps the keyboard.
      if (isOpen.get() || document.querySelector(OTHER_DIALOG) === null) isOpen.set(!isOpen.get());
    };
    window.addEventListener('keydown', follow, { capture: true });
    return () => window.removeEventListener('keydown', follow, { capture: true });
  }, []);
  return (
    <Dialog
      opened={opened}
      isOverAll
      closeOnClickOutside
      size="lg"
      transitionProps={AT_ONCE}
      title={t('title')}
      onClose={() => isOpen.set(false)}
    >
      <Finding {...props} />
    </Dialog>
  );
}

/** In the frame: what the keys are for whoever does not know them. */
export function FinderButton() {
  const t = useTranslations('common.finder');
  return (
    <UnstyledButton className="finder-button" onClick={() => isOpen.set(true)}>
      <Search size={16} strokeWidth={1.75} aria-hidden />
      <Text span className="finder-button-words">
        {t('open')}
      </Text>
      <Kbd size="xs" aria-hidden className="finder-button-keys">
        Ctrl K
      </Kbd>
    </UnstyledButton>
  );
}

function Finding(props: FinderProps) {
  const t = useTranslations('common.finder');
  const [text, setText] = useState('');
  const [at, setAt] = useState(0);
  const id = useId();
  const own = useOwnThings(props);
  const { things: others, isSearching, failure, again } = useOtherThings(text);
  const found = [...findIn(own, text), ...others];
  const groups = ORDER.map((group) => ({
    group,
    all: found.filter((one) => one.group === group).slice(0, SHOWN),
  })).filter(({ all }) => all.length > 0);
  const shown = groups.flatMap(({ all }) => all);
  const chosen = shown[Math.min(at, shown.length - 1)];
  const choose = (thing: Thing | undefined) => {
    if (thing === undefined) return;
    isOpen.set(false);
    // The focus goes back first: what an action opens then takes it.
    setTimeout(thing.run);
  };
  const press = (event: KeyboardEvent) => {
    if (isComposing(event)) return;
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault();
      const step = event.key === 'ArrowDown' ? 1 : -1;
      setAt((Math.min(at, shown.length - 1) + step + shown.length) % Math.max(shown.length, 1));
    }
    if (isEnter(event)) {
      event.preventDefault();
      choose(chosen);
    }
  };
  return (
    <div className="finder">
      <TextInput
        role="combobox"
        aria-expanded
        aria-controls={id}
        aria-autocomplete="list"
        aria-label={t('title')}
        {...(chosen === undefined ? {} : { 'aria-activedescendant': `${id}-${chosen.key}` })}
        placeholder={t('hint')}
        leftSection={<Search size={16} aria-hidden />}
        rightSection={isSearching ? <Loader size={16} role="status" aria-label={t('searching')} /> : null}
        value={text}
        maxLength={128}
        autoComplete="off"
        spellCheck={false}
        data-autofocus
        onKeyDown={press}
        onChange={({ currentTarget }) => {
          setText(currentTarget.value);
          setAt(0);
        }}
      />
      <div id={id} role="listbox" aria-label={t('title')} className="finder-list">
        {groups.map(({ group, all }) => (
          <div key={group} role="group" aria-label={t(`groups.${group}`)}>
            <Text fz="xs" fw={600} c="dimmed" className="finder-group" aria-hidden>
              {t(`groups.${group}`)}
            </Text>
            {all.map((thing) => (
              <Line
                key={thing.key}
                id={`${id}-${thing.key}`}
                thing={thing}
                isChosen={thing === chosen}
                onPoint={() => setAt(shown.indexOf(thing))}
                onChoose={() => choose(thing)}
              />
            ))}
          </div>
        ))}
      </div>
      {failure !== null && <Failed error={failure} onRetry={again} />}
      {shown.length === 0 && !isSearching && failure === null && (
        <div className="finder-none">
          <Text fw={600}>{t('none')}</Text>
          <Text c="dimmed">{t('noneHint')}</Text>
        </div>
      )}
      <Text role="status" className="visually-hidden">
        {t('found', { count: shown.length })}
      </Text>
    </div>
  );
}

/** What is known here goes on being found. */
function Failed({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  const t = useTranslations('common');
  const messageOf = useMessageOf();
  return (
    <div role="alert" className="finder-none">
      <Text fw={600}>{t('finder.failed')}</Text>
      <Text c="dimmed">{messageOf(error)}</Text>
      <Button mt="xs" size="compact-sm" variant="default" onClick={onRetry}>
        {t('states.retry')}
      </Button>
    </div>
  );
}

const SHOWN = 8;

type LineProps = {
  readonly id: string;
  readonly thing: Thing;
  readonly isChosen: boolean;
  readonly onPoint: () => void;
  readonly onChoose: () => void;
};

function Line({ id, thing, isChosen, onPoint, onChoose }: LineProps): ReactNode {
  const { icon: Icon, name, hint } = thing;
  const keep = (line: HTMLElement | null) => {
    if (isChosen) line?.scrollIntoView({ block: 'nearest' });
  };
  return (
    // The field has the focus and the keys; a line is for the mouse.
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/interactive-supports-focus
    <div
      id={id}
      ref={keep}
      role="option"
      aria-selected={isChosen}
      className="finder-line"
      {...(isChosen ? { 'data-chosen': true } : {})}
      onMouseMove={onPoint}
      onClick={onChoose}
    >
      <Icon size={16} strokeWidth={1.75} aria-hidden />
      <span className="finder-name">{name}</span>
      {hint !== undefined && <span className="finder-hint">{hint}</span>}
      {isChosen && <CornerDownLeft size={14} aria-hidden />}
    </div>
  );
}

/** What is known here: pages, and what can be done anywhere or on this page. */
function useOwnThings({ pages, onLogOut }: FinderProps): Thing[] {
  const t = useTranslations();
  const common = useTranslations('common');
  const { setColorScheme } = useMantineColorScheme();
  const ofPage = useObservable(pageActions);
  const { id } = useOperator();
  const act = (name: string, run: () => void): Thing => ({
    key: `act-${name}`,
    group: 'actions',
    icon: Zap,
    name,
    run,
  });
  return [
    ...pages.map(({ path, title, section, group, icon }): Thing => {
      const place =
        section === undefined
          ? group === 'self' || group === 'desk'
            ? ''
            : common(`navigation.group.${group}`)
          : common(`navigation.section.${section}`);
      return {
        key: `page-${path.slice(1)}`,
        group: 'pages',
        icon,
        name: t(title),
        also: `${path} ${place}`,
        ...(place === '' ? {} : { hint: place }),
        run: () => navigate(path),
      };
    }),
    ...ofPage.map(({ name, run }) => act(name, run)),
    act(common('keys.title'), openKeyHelp),
    ...(['light', 'dark', 'auto'] as const).map((scheme) =>
      act(common('finder.scheme', { name: common(`scheme.${scheme}`) }), () => setColorScheme(scheme)),
    ),
    ...LANGUAGES.map((language) =>
      act(common('finder.language', { name: LANGUAGE_NAMES[language] }), () => void showLanguage(language)),
    ),
    act(common('logOut'), onLogOut),
    ...pages.flatMap(({ path, title }) =>
      choicesOf(id, path).saved.map(({ name, query }): Thing => ({
        key: `saved-${path.slice(1)}-${name}`,
        group: 'saved',
        icon: Bookmark,
        name,
        also: t(title),
        hint: t(title),
        run: () => navigate(path, query),
      })),
    ),
  ];
}

const TYPING_MS = 250;
/** One Han letter is a name; of others one letter is not. */
const WORTH_ASKING = /[\u2E80-\uFFFF]|.{2,}/u;

type OtherThings = {
  readonly things: readonly Thing[];
  /** Or about to. */
  readonly isSearching: boolean;
  readonly failure: Error | null;
  readonly again: () => void;
};

/** What the server knows, as soon as the typing pauses: only what this operator may read on its page. */
function useOtherThings(text: string): OtherThings {
  const t = useTranslations('common.finder.by');
  const read = narrow(visible(text)).trim();
  const [typed] = useDebouncedValue(read, TYPING_MS);
  const found = useQuery({
    queryKey: ['find', typed],
    enabled: WORTH_ASKING.test(typed),
    // Whose card it is stays on this screen no longer than the question.
    gcTime: 0,
    queryFn: async ({ signal }) => (await call(searchAll, { body: { q: typed }, signal })).items,
  });
  const things = (found.data ?? []).map((thing): Thing => {
    const { kind, id, name, by, member } = thing;
    const { group, icon } = PLACES[kind];
    return {
      key: `${kind}-${id}`,
      group,
      icon,
      name,
      hint: [kind === 'member' ? id : member, ...(PLAIN.has(by) ? [] : [t(by)])].join(' · '),
      run: () => navigate(...addressOf(thing)),
    };
  });
  const isTyping = typed !== read && WORTH_ASKING.test(read);
  return {
    things,
    isSearching: isTyping || found.isFetching,
    failure: isTyping || found.isFetching ? null : found.error,
    again: () => void found.refetch(),
  };
}

const PLACES = {
  member: { group: 'members', icon: UserRound },
  order: { group: 'orders', icon: ReceiptText },
  complaint: { group: 'complaints', icon: MessageSquareWarning },
  deposit: { group: 'deposits', icon: ArrowDownToLine },
  withdrawal: { group: 'withdrawals', icon: ArrowUpFromLine },
} as const;

/** What is found by the word that is shown needs no word for that. */
const PLAIN: ReadonlySet<FoundBy> = new Set(['username', 'number', 'reference']);

/** Where it is shown, and the filter that finds it there. */
function addressOf({ kind, id, name, member, state }: FoundThing): [path: string, query: Record<string, string>] {
  const query = { q: name, row: id };
  if (kind === 'member') return ['/members', query];
  if (kind === 'order') return ['/orders', query];
  if (kind === 'complaint') return ['/complaints', { member, row: id }];
  return [kind === 'deposit' ? '/deposits' : '/withdrawals', state === null ? query : { ...query, status: state }];
}

/*
 * Keyboard shortcuts of the wide screens that belong to no page, and the list of all of them. The trade page has its
 * own shortcuts.
 */

import { Suspense, lazy, useEffect, useEffectEvent, useState } from 'react';
import { Button } from '@candor/ui/button.tsx';
import { Dialog } from '@candor/ui/modal.tsx';
import { useTranslations } from 'use-intl';
import { isComposing, isTyping } from '@candor/ui/keyboard';
import { loadTexts } from '../lib/i18n.tsx';
import { navigate, useAddress } from '../lib/location.ts';
import { useObservable } from '../lib/observable.ts';
import { paths, routeOf } from '../lib/paths.ts';
import { commandMenuOpen, keyListOpen, openCommandMenu, openKeyList } from '../lib/shell-actions.ts';
import { untilLoaded } from '../lib/until-loaded.ts';

const CommandMenu = lazy(() =>
  untilLoaded(async () => {
    const [module] = await Promise.all([import('./command/command-menu.tsx'), loadTexts(['command'])]);
    return { default: module.CommandMenu };
  }),
);

const KEYS = [
  { action: 'search', keys: ['/', 'Ctrl K'] },
  { action: 'move', keys: ['↑', '↓'] },
  { action: 'up', keys: ['B'] },
  { action: 'down', keys: ['S'] },
  { action: 'resize', keys: ['←', '→', '↑', '↓'] },
  { action: 'placePoint', keys: ['Enter'] },
  { action: 'undoDrawing', keys: ['Ctrl', 'Z'] },
  { action: 'redoDrawing', keys: ['Ctrl', 'Shift', 'Z'] },
  { action: 'close', keys: ['Esc'] },
  { action: 'list', keys: ['?'] },
] as const;

export function DesktopKeys() {
  const t = useTranslations('shell.keys');
  const common = useTranslations('common.actions');
  const open = useObservable(keyListOpen);
  const close = () => keyListOpen.set(false);
  useShellKeys();
  return (
    <>
      <CommandMenuHost />
      <Dialog
        open={open}
        onClose={close}
        title={t('title')}
        actions={
          <Button variant="secondary" size="medium" onClick={close}>
            {common('close')}
          </Button>
        }
      >
        <dl className="flex flex-col gap-1">
          {KEYS.map(({ action, keys }) => (
            <div key={action} className="flex min-h-9 items-center justify-between gap-4">
              <dt>{t(action)}</dt>
              <dd className="flex shrink-0 gap-1">
                {keys.map((key) => (
                  <kbd
                    key={key}
                    className="inline-flex min-h-7 min-w-7 items-center justify-center rounded-control border border-line-control px-2 font-[inherit] text-caption font-bold text-text-1"
                  >
                    {key}
                  </kbd>
                ))}
              </dd>
            </div>
          ))}
        </dl>
      </Dialog>
    </>
  );
}

/** Its code loads when it is opened for the first time. It stays mounted, so that closing it returns the focus. */
function CommandMenuHost() {
  const open = useObservable(commandMenuOpen);
  const [wasOpen, setWasOpen] = useState(open);
  if (open && !wasOpen) setWasOpen(true);
  return (
    wasOpen && (
      <Suspense>
        <CommandMenu open={open} onClose={() => commandMenuOpen.set(false)} />
      </Suspense>
    )
  );
}

/** `?` lists the keys; `/` and Ctrl-K (⌘K) open the command menu; B and S go from a product to its ticket. */
function useShellKeys(): void {
  const { path, params } = useAddress();
  const code = routeOf(path) === 'market' ? params.get('code') : null;
  const press = useEffectEvent((event: KeyboardEvent) => {
    if (event.defaultPrevented || event.altKey || isComposing(event)) return;
    if (isTyping(event.target) || document.querySelector('dialog[open]')) return;
    const key = event.key.toLowerCase();
    if (event.ctrlKey || event.metaKey) {
      if (key !== 'k' || event.shiftKey) return;
      openCommandMenu();
    } else if (key === '?') openKeyList();
    else if (key === '/') openCommandMenu();
    else if (code !== null && (key === 'b' || key === 's')) navigate(paths.trade(code, key === 'b' ? 'up' : 'down'));
    else return;
    event.preventDefault();
  });
  useEffect(() => {
    const listener = (event: KeyboardEvent) => press(event);
    document.addEventListener('keydown', listener);
    return () => document.removeEventListener('keydown', listener);
  }, []);
}

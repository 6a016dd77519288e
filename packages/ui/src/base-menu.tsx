/* The menu on Base UI: keys, typeahead, hover with a safe area, focus, touch and placement are Base UI's. */

import { useEffect, useRef, useState } from 'react';
import { Menu } from '@base-ui/react/menu';
import { Check } from 'lucide-react';
import { cx } from './cx.ts';
import type { MenuItem, MenuProps, MenuStart } from './menu-props.ts';
import { useLayer } from './modal-layers.tsx';

const OPEN_AFTER_MS = 100;

export function BaseMenu({ start, ...menu }: MenuProps & { start: MenuStart }) {
  const [button, setButton] = useState<HTMLElement | null>(null);
  // Everything outside of a modal dialog is inert. So the list of a menu in a dialog is placed in the dialog too.
  const dialog = button?.closest('dialog') ?? undefined;
  const actions = useRef<Menu.Root.Actions>(null);
  useRepeat(button, start);
  const openedBy = useRef<string>(undefined);
  // A mouse that passes opens menus too. Only one that somebody wanted is closed by back.
  const [isWanted, setWanted] = useState(false);
  useLayer(isWanted, () => actions.current?.close());
  return (
    <Menu.Root
      modal={false}
      actionsRef={actions}
      onOpenChange={(isOpen, change) => {
        if (isOpen) openedBy.current = change.reason;
        if (!isOpen && change.reason === 'trigger-press' && openedBy.current === 'trigger-hover') {
          // Who clicks wants it open, and a mouse that came has opened it already.
          change.cancel();
          openedBy.current = change.reason;
          setWanted(true);
          return;
        }
        setWanted(isOpen && change.reason !== 'trigger-hover');
      }}
    >
      <Menu.Trigger
        ref={setButton}
        aria-label={menu.label}
        aria-current={menu.active ? 'true' : undefined}
        openOnHover={menu.hover ?? false}
        delay={OPEN_AFTER_MS}
        className={cx('press', menu.triggerClass)}
      >
        {menu.trigger}
      </Menu.Trigger>
      <Menu.Portal container={dialog}>
        <Menu.Positioner align={menu.align ?? 'start'} sideOffset={8} className="z-40 outline-none">
          <Menu.Popup
            // The focus leaves without Tab where the surroundings have keys of their own.
            onBlur={({ currentTarget, relatedTarget }) => {
              if (relatedTarget && !currentTarget.contains(relatedTarget)) actions.current?.close();
            }}
            className="ui-enter min-w-48 rounded-control border border-line bg-sheet p-2 shadow-raised outline-none"
          >
            <Entries items={menu.items} />
          </Menu.Popup>
        </Menu.Positioner>
      </Menu.Portal>
    </Menu.Root>
  );
}

/** Does on the new button what the member did on the one it replaces. */
function useRepeat(button: HTMLElement | null, start: MenuStart): void {
  const done = useRef(false);
  useEffect(() => {
    if (!button || done.current) return;
    done.current = true;
    if (start.focused) button.focus({ preventScroll: true });
    for (const event of eventsOf(start)) button.dispatchEvent(event);
  }, [button, start]);
}

function eventsOf({ act }: MenuStart): Event[] {
  switch (act) {
    case 'none':
      return [];
    case 'press':
      return [new MouseEvent('click', { bubbles: true })];
    case 'ArrowDown':
    case 'ArrowUp':
      return [new KeyboardEvent('keydown', { key: act, bubbles: true })];
    // A mouse that rests sends nothing to an element that appears below it.
    case 'rest':
      return [
        new PointerEvent('pointerover', { pointerType: 'mouse', bubbles: true }),
        new MouseEvent('mouseenter'),
        new MouseEvent('mousemove', { bubbles: true }),
      ];
  }
}

function Entries({ items }: { items: readonly MenuItem[] }) {
  const choices = items.filter((item) => item.checked !== undefined);
  const others = items.filter((item) => item.checked === undefined);
  return (
    <>
      {choices.length > 0 && (
        <Menu.RadioGroup value={choices.find((item) => item.checked)?.key}>
          {choices.map((item) => (
            <Menu.RadioItem
              key={item.key}
              value={item.key}
              closeOnClick
              onClick={() => item.onPress?.()}
              className={entryClass(item)}
            >
              {item.label}
              <Menu.RadioItemIndicator>
                <Check aria-hidden="true" className="size-4" />
              </Menu.RadioItemIndicator>
            </Menu.RadioItem>
          ))}
        </Menu.RadioGroup>
      )}
      {others.map((item) => (
        <Entry key={item.key} item={item} />
      ))}
    </>
  );
}

function Entry({ item }: { item: MenuItem }) {
  if (item.href === undefined) {
    return (
      <Menu.Item onClick={() => item.onPress?.()} className={entryClass(item)}>
        {item.label}
      </Menu.Item>
    );
  }
  return (
    <Menu.LinkItem href={item.href} closeOnClick className={entryClass(item)}>
      {item.label}
    </Menu.LinkItem>
  );
}

function entryClass({ danger, checked }: MenuItem): string {
  return cx(
    'flex min-h-11 w-full cursor-pointer items-center justify-between gap-4 rounded-control px-3 text-start text-body-s font-medium whitespace-nowrap select-none -outline-offset-2 data-highlighted:bg-surface-2',
    danger ? 'text-danger' : checked ? 'text-selected' : 'text-text-1',
  );
}

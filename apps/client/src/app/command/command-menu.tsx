/*
 * The command menu: one field over products, pages and actions. The first hit is chosen already, so Enter opens it. The
 * focus stays in the field; `aria-activedescendant` names the chosen option.
 */

import { useEffect, useRef, useState } from 'react';
import type { KeyboardEvent } from 'react';
import type { ProductView } from '@candor/contract/market';
import { cx } from '@candor/ui/cx';
import { isComposing, isEnter } from '@candor/ui/keyboard';
import { Modal } from '@candor/ui/modal.tsx';
import { PriceText } from '@candor/ui/price-text.tsx';
import { FileText, Search, SlidersHorizontal, Star } from 'lucide-react';
import { useTranslations } from 'use-intl';
import { formatPrice } from '../../lib/format.ts';
import { useFavourites } from '../../services/favourites/favourites.ts';
import { usePrice } from '../../services/live/live.ts';
import { useChangeText } from '../../services/market/market-words.ts';
import { ProductDisc } from '../../services/market/product-disc.tsx';
import { changeNow } from '../../services/market/product-list.ts';
import { createAccountChoice } from '../../services/session/account-choice.ts';
import { rankCommands } from './rank-commands.ts';
import { useCommands } from './use-commands.ts';
import type { MenuCommand } from './use-commands.ts';

const RECENT_KEPT_MAX = 8;
const LIST_ID = 'command-list';
const PAGE_STEP = 6;

const recent = createAccountChoice<readonly string[]>('recent-commands', (kept) =>
  Array.isArray(kept) ? kept.filter((id) => typeof id === 'string').slice(0, RECENT_KEPT_MAX) : [],
);

export function CommandMenu({ open, onClose }: { open: boolean; onClose: () => void }) {
  const t = useTranslations('command');
  return (
    <Modal
      open={open}
      onClose={onClose}
      label={t('title')}
      className="ui-dialog mx-auto mt-[12dvh] mb-auto w-[calc(100%-3rem)] max-w-[38rem] overflow-hidden rounded-card border border-line bg-sheet p-0 shadow-raised"
    >
      {open && <Palette onClose={onClose} />}
    </Modal>
  );
}

function Palette({ onClose }: { onClose: () => void }) {
  const t = useTranslations('command');
  const commands = useCommands();
  const favourites = useFavourites();
  const used = recent.useChoice() ?? [];
  const [text, setText] = useState('');
  const [at, setAt] = useState(0);
  const found = rankCommands(commands, text, { recent: used, favourites });
  const chosen = found[Math.min(at, found.length - 1)];

  function run(command: MenuCommand) {
    recent.change((ids) => [command.id, ...ids.filter((id) => id !== command.id)].slice(0, RECENT_KEPT_MAX));
    // Closed first: what the command opens takes the focus afterwards.
    onClose();
    command.run();
  }

  function onKeyDown(event: KeyboardEvent) {
    if (isComposing(event)) return;
    if (isEnter(event)) {
      event.preventDefault();
      if (chosen) run(chosen);
      return;
    }
    const next = { ArrowDown: at + 1, ArrowUp: at - 1, PageDown: at + PAGE_STEP, PageUp: at - PAGE_STEP }[event.key];
    if (next === undefined || found.length === 0) return;
    event.preventDefault();
    const isStep = event.key.startsWith('Arrow');
    const last = found.length - 1;
    setAt(isStep ? (next + found.length) % found.length : Math.min(last, Math.max(0, next)));
  }

  return (
    <div className="flex max-h-[70dvh] flex-col">
      <div className="hairline-b flex shrink-0 items-center gap-3 px-4">
        <Search aria-hidden="true" className="size-5 shrink-0 text-text-3" strokeWidth={1.75} />
        <input
          role="combobox"
          aria-label={t('label')}
          aria-expanded="true"
          aria-controls={LIST_ID}
          aria-autocomplete="list"
          aria-activedescendant={chosen && optionId(chosen)}
          placeholder={t('placeholder')}
          value={text}
          onChange={(event) => {
            setText(event.target.value);
            setAt(0);
          }}
          onKeyDown={onKeyDown}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={60}
          enterKeyHint="go"
          className="min-h-14 min-w-0 flex-1 bg-transparent text-body text-text-1 outline-none placeholder:text-text-3"
        />
        <Key>Esc</Key>
      </div>
      <div
        id={LIST_ID}
        role="listbox"
        aria-label={t('label')}
        className="scroll-quiet min-h-0 flex-1 overflow-y-auto overscroll-contain p-2"
      >
        {found.map((command) => (
          <Option
            key={command.id}
            command={command}
            isChosen={command === chosen}
            isFavourite={command.product !== undefined && favourites.includes(command.product.code)}
            onPoint={() => setAt(found.indexOf(command))}
            onRun={() => run(command)}
          />
        ))}
      </div>
      {found.length === 0 && (
        <div className="px-4 pt-4 pb-8 text-center text-body-s">
          <p>{t('none', { text: text.trim() })}</p>
          <p className="mt-1 text-text-3">{t('noneHint')}</p>
        </div>
      )}
      <p role="status" className="sr-only">
        {t('count', { count: found.length })}
      </p>
      <p aria-hidden="true" className="hairline-t flex shrink-0 items-center gap-4 px-4 py-2 text-caption text-text-3">
        <span className="flex items-center gap-2">
          <Key>↑</Key>
          <Key>↓</Key>
          {t('keys.move')}
        </span>
        <span className="flex items-center gap-2">
          <Key>Enter</Key>
          {t('keys.open')}
        </span>
        <span className="flex items-center gap-2">
          <Key>Esc</Key>
          {t('keys.close')}
        </span>
      </p>
    </div>
  );
}

type OptionProps = {
  command: MenuCommand;
  isChosen: boolean;
  isFavourite: boolean;
  onPoint: () => void;
  onRun: () => void;
};

function Option({ command, isChosen, isFavourite, onPoint, onRun }: OptionProps) {
  const t = useTranslations('command');
  const ref = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (isChosen) ref.current?.scrollIntoView({ block: 'nearest' });
  }, [isChosen]);
  const { product } = command;
  const Icon = command.kind === 'page' ? FileText : SlidersHorizontal;
  return (
    // The field has the keyboard; a press here is the mouse's way.
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/interactive-supports-focus
    <div
      ref={ref}
      id={optionId(command)}
      role="option"
      aria-selected={isChosen}
      onPointerMove={isChosen ? undefined : onPoint}
      onClick={onRun}
      className={cx(
        'flex min-h-12 cursor-pointer items-center gap-3 rounded-control px-3 text-body-s',
        isChosen && 'bg-surface-3 mark-current',
      )}
    >
      {product ? (
        <ProductDisc product={product} isSmall />
      ) : (
        <span className="flex size-8 shrink-0 items-center justify-center text-text-2">
          <Icon aria-hidden="true" className="size-5" strokeWidth={1.75} />
        </span>
      )}
      <span className="flex min-w-0 flex-1 items-baseline gap-2">
        <span className="truncate font-bold">{command.label}</span>
        {product && <span className="shrink-0 text-caption text-text-3">{product.code}</span>}
        {isFavourite && (
          <Star aria-hidden="true" className="size-3.5 shrink-0 self-center fill-current text-selected" />
        )}
      </span>
      {product ? <Quote product={product} /> : <span className="text-caption text-text-3">{t(kindOf(command))}</span>}
    </div>
  );
}

function Quote({ product }: { product: ProductView }) {
  const t = useTranslations('command');
  const changeText = useChangeText();
  const live = usePrice(product.code);
  const price = live?.price ?? product.last?.price ?? null;
  const change = changeText(changeNow(product, price));
  return (
    <span className="tnum flex shrink-0 items-center gap-3">
      {product.status === 'closed' && <span className="text-caption text-text-3">{t('closed')}</span>}
      <PriceText text={formatPrice(price)} direction="flat" />
      <span
        className={cx(
          'min-w-18 text-end font-bold',
          { up: 'text-up', down: 'text-down', flat: 'text-flat' }[change.direction],
        )}
      >
        <span aria-hidden="true">
          {{ up: '▲ ', down: '▼ ', flat: '' }[change.direction]}
          {change.text}
        </span>
        <span className="sr-only">{change.spoken}</span>
      </span>
    </span>
  );
}

function Key({ children }: { children: string }) {
  return (
    <kbd className="inline-flex min-h-5.5 min-w-5.5 items-center justify-center rounded-control border border-line px-2 font-[inherit] text-caption text-text-2">
      {children}
    </kbd>
  );
}

function kindOf({ kind }: MenuCommand): 'page' | 'action' {
  return kind === 'page' ? 'page' : 'action';
}

function optionId({ id }: MenuCommand): string {
  return `command-${id.replace(':', '-')}`;
}

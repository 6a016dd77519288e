/* The row above the chart in drawing mode: tools, then the current actions, then the way out. */

import type { ReactNode } from 'react';
import { IconButton } from '@candor/ui/icon-button.tsx';
import { cx } from '@candor/ui/cx';
import {
  Check,
  Eye,
  EyeOff,
  List,
  Lock,
  LockOpen,
  Magnet,
  PencilRuler,
  Redo2,
  SquarePen,
  Trash2,
  Undo2,
  X,
} from 'lucide-react';
import { useTranslations } from 'use-intl';
import { COLORS, POINTS_OF, TOOLS } from './drawing.ts';
import type { Drawing, DrawingColor, Tool } from './drawing.ts';
import { ToolIcon } from './tool-icons.tsx';

export type DrawingBarProps = {
  draft: Drawing | null;
  selected: Drawing | null;
  count: number;
  canUndo: boolean;
  canRedo: boolean;
  hidden: boolean;
  magnet: boolean;
  on: {
    pick: (tool: Tool) => void;
    showTools: () => void;
    cancel: () => void;
    magnet: () => void;
    hide: () => void;
    undo: () => void;
    redo: () => void;
    list: () => void;
    close: () => void;
    color: (color: DrawingColor) => void;
    lock: () => void;
    edit: () => void;
    remove: () => void;
    deselect: () => void;
  };
};

const ICON = { 'aria-hidden': true, className: 'size-5', strokeWidth: 1.75 } as const;

/** If there is space, all tools are in the row; else one button opens them. */
const INLINE = 'hidden @min-[43.75rem]:flex';
const BEHIND_BUTTON = '@min-[43.75rem]:hidden';

export function DrawingBar(props: DrawingBarProps) {
  const { draft, selected, on } = props;
  const t = useTranslations('chart.drawing');
  return (
    <div className="@container">
      <div
        role="group"
        aria-label={t('bar')}
        className="scroll-quiet flex min-h-11 items-center overflow-x-auto *:shrink-0 max-s:[&>button]:w-10"
      >
        {!selected && (
          <div className={cx('items-center', INLINE)}>
            {TOOLS.map((tool) => (
              <ToolButton key={tool} tool={tool} draft={draft} onPick={on.pick} />
            ))}
            <span aria-hidden="true" className="mx-2 h-5 w-px bg-line" />
          </div>
        )}
        {draft ? (
          <DraftPart draft={draft} magnet={props.magnet} on={on} />
        ) : selected ? (
          <SelectedPart selected={selected} on={on} />
        ) : (
          <RestPart {...props} />
        )}
      </div>
    </div>
  );
}

type On = DrawingBarProps['on'];

function ToolButton({ tool, draft, onPick }: { tool: Tool; draft: Drawing | null; onPick: On['pick'] }) {
  const t = useTranslations('chart.drawing');
  return (
    <Toggle label={t(`tools.${tool}`)} pressed={draft?.tool === tool} onPress={() => onPick(tool)}>
      <ToolIcon tool={tool} />
    </Toggle>
  );
}

function DraftPart({ draft, magnet, on }: { draft: Drawing; magnet: boolean; on: On }) {
  const t = useTranslations('chart.drawing');
  const step = draft.points.length + 1;
  const count = POINTS_OF[draft.tool];
  return (
    <>
      <p role="status" className="min-w-0 flex-1 shrink! px-1 text-caption text-text-2">
        {t('hint', { tool: t(`tools.${draft.tool}`), step, count })}
        <span className="sr-only"> {t('hintKeys')}</span>
      </p>
      <MagnetButton pressed={magnet} onPress={on.magnet} />
      <IconButton label={t('cancel')} onClick={on.cancel}>
        <X {...ICON} />
      </IconButton>
    </>
  );
}

function SelectedPart({ selected, on }: { selected: Drawing; on: On }) {
  const t = useTranslations('chart.drawing');
  const LockIcon = selected.locked ? Lock : LockOpen;
  return (
    <>
      <div role="group" aria-label={t('color.label')} className="flex">
        {COLORS.map((color) => (
          <Toggle
            key={color}
            label={t(`color.${color}`)}
            pressed={selected.color === color}
            onPress={() => on.color(color)}
            className="w-10! max-s:w-8! l:w-11!"
          >
            <span
              aria-hidden="true"
              className={cx(
                'size-5 rounded-full border-2',
                DOT[color],
                selected.color === color ? 'border-text-1' : 'border-transparent',
              )}
            />
          </Toggle>
        ))}
      </div>
      {selected.tool === 'text' && (
        <IconButton label={t('editText')} onClick={on.edit}>
          <SquarePen {...ICON} />
        </IconButton>
      )}
      <Toggle label={t('lock')} pressed={selected.locked} onPress={on.lock}>
        <LockIcon {...ICON} />
      </Toggle>
      <IconButton
        label={t('remove', { tool: t(`tools.${selected.tool}`) })}
        onClick={on.remove}
        className="hover:text-danger"
      >
        <Trash2 {...ICON} />
      </IconButton>
      <IconButton label={t('deselect')} onClick={on.deselect} className="ms-auto">
        <Check {...ICON} />
      </IconButton>
    </>
  );
}

const DOT: Record<DrawingColor, string> = {
  accent: 'bg-series',
  info: 'bg-info',
  success: 'bg-success',
  danger: 'bg-danger',
  text: 'bg-text-1',
};

function RestPart({ count, canUndo, canRedo, hidden, magnet, on }: DrawingBarProps) {
  const t = useTranslations('chart.drawing');
  const HideIcon = hidden ? EyeOff : Eye;
  return (
    <>
      <IconButton label={t('pick')} onClick={on.showTools} className={cx('text-selected!', BEHIND_BUTTON)}>
        <PencilRuler {...ICON} />
      </IconButton>
      <MagnetButton pressed={magnet} onPress={on.magnet} />
      <IconButton label={t('undo')} disabled={!canUndo} onClick={on.undo}>
        <Undo2 {...ICON} />
      </IconButton>
      <IconButton label={t('redo')} disabled={!canRedo} onClick={on.redo}>
        <Redo2 {...ICON} />
      </IconButton>
      <Toggle label={t('hide')} pressed={hidden} onPress={on.hide}>
        <HideIcon {...ICON} />
      </Toggle>
      <button
        type="button"
        aria-label={t('list', { count })}
        title={t('list', { count })}
        onClick={on.list}
        className="press tnum inline-flex min-h-11 min-w-10 items-center justify-center gap-1 rounded-full px-1 text-body-s text-text-2 hover:bg-surface-2 hover:text-text-1"
      >
        <List {...ICON} />
        {count}
      </button>
      <IconButton label={t('close')} onClick={on.close} className="ms-auto">
        <X {...ICON} />
      </IconButton>
    </>
  );
}

function MagnetButton({ pressed, onPress }: { pressed: boolean; onPress: () => void }) {
  const t = useTranslations('chart.drawing');
  return (
    <Toggle label={t('magnet')} pressed={pressed} onPress={onPress}>
      <Magnet {...ICON} />
    </Toggle>
  );
}

type ToggleProps = { label: string; pressed: boolean; onPress: () => void; className?: string; children: ReactNode };

function Toggle({ label, pressed, onPress, className, children }: ToggleProps) {
  return (
    <IconButton
      label={label}
      aria-pressed={pressed}
      onClick={onPress}
      className={cx(pressed && 'bg-selected-tint text-selected! hover:bg-selected-tint', className)}
    >
      {children}
    </IconButton>
  );
}

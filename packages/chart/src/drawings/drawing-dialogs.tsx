/* Dialogs while drawing: the text of a note, and whether to delete everything. */

import { useState } from 'react';
import { Button } from '@candor/ui/button.tsx';
import { Dialog, Sheet } from '@candor/ui/modal.tsx';
import { TextField } from '@candor/ui/text-field.tsx';
import { useTranslations } from 'use-intl';
import { TEXT_MAX, TOOLS } from './drawing.ts';
import type { Tool } from './drawing.ts';
import { ToolIcon } from './tool-icons.tsx';

type TextDialogProps = { initial: string; onClose: () => void; onDone: (text: string) => void };

export function TextDialog({ initial, onClose, onDone }: TextDialogProps) {
  const t = useTranslations('chart.drawing');
  const common = useTranslations('common.actions');
  const [text, setText] = useState(initial);
  const words = text.trim();
  return (
    <Dialog
      open
      onClose={onClose}
      title={t('text.title')}
      actions={
        <>
          <Button variant="secondary" size="medium" onClick={onClose}>
            {common('cancel')}
          </Button>
          <Button size="medium" disabled={words === ''} onClick={() => onDone(words)}>
            {common('done')}
          </Button>
        </>
      }
    >
      <form
        onSubmit={(event) => {
          event.preventDefault();
          if (words !== '') onDone(words);
        }}
      >
        <TextField
          autoFocus
          label={t('text.label')}
          reserveLine={false}
          maxLength={TEXT_MAX}
          value={text}
          onChange={(event) => setText(event.target.value)}
        />
      </form>
    </Dialog>
  );
}

type ClearDialogProps = { open: boolean; count: number; onClose: () => void; onClear: () => void };

export function ClearDialog({ open, count, onClose, onClear }: ClearDialogProps) {
  const t = useTranslations('chart.drawing');
  const common = useTranslations('common.actions');
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={t('clearTitle', { count })}
      actions={
        <>
          <Button variant="secondary" size="medium" onClick={onClose}>
            {common('cancel')}
          </Button>
          <Button variant="destructive" size="medium" onClick={onClear}>
            {t('clear')}
          </Button>
        </>
      }
    >
      {t('clearText')}
    </Dialog>
  );
}

type ToolSheetProps = { open: boolean; onClose: () => void; onPick: (tool: Tool) => void };

/** All tools with their names, for a screen without space for them in a row. */
export function ToolSheet({ open, onClose, onPick }: ToolSheetProps) {
  const t = useTranslations('chart.drawing');
  return (
    <Sheet open={open} onClose={onClose} title={t('pick')}>
      <div className="grid grid-cols-3 gap-2">
        {TOOLS.map((tool) => (
          <button
            key={tool}
            type="button"
            onClick={() => onPick(tool)}
            className="press flex min-h-20 flex-col items-center justify-center gap-2 rounded-control bg-surface-2 px-1 py-2 text-caption text-text-1 hover:bg-surface-3"
          >
            <ToolIcon tool={tool} />
            {t(`tools.${tool}`)}
          </button>
        ))}
      </div>
    </Sheet>
  );
}

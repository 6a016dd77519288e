/* Dialogs while drawing: the text of a note, and whether to delete everything. */

import { useState } from 'react';
import { Button } from '@candor/ui/button.tsx';
import { Dialog } from '@candor/ui/modal.tsx';
import { TextField } from '@candor/ui/text-field.tsx';
import { useTranslations } from 'use-intl';
import { TEXT_MAX } from './drawing.ts';

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

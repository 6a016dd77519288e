/* A field of several lines, for words that somebody will read. */

import { SUPPORT_TEXT_MAX } from '@candor/contract/support';
import { describedBy, FieldFrame, INPUT_CLASS, InputBox } from '@candor/ui/field.tsx';
import { cx } from '@candor/ui/cx';
import type { BoundField } from '../../services/form/use-contract-form.ts';

type WordsFieldProps = BoundField & { label: string; hint?: string; rows?: number };

export function WordsField({ label, hint, rows = 5, error, id, ref, ...bound }: WordsFieldProps) {
  return (
    <FieldFrame id={id} label={label} hint={hint} error={error}>
      <InputBox error={error !== undefined}>
        <textarea
          {...bound}
          {...describedBy(id, hint, error)}
          ref={ref}
          id={id}
          rows={rows}
          maxLength={SUPPORT_TEXT_MAX}
          className={cx(INPUT_CLASS, 'resize-y py-3')}
        />
      </InputBox>
    </FieldFrame>
  );
}

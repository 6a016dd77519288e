import { useId } from 'react';
import type { ComponentPropsWithRef, ReactNode } from 'react';
import { X } from 'lucide-react';
import { cx } from './cx.ts';
import { describedBy, FieldFrame, INPUT_CLASS, InputBox } from './field.tsx';
import { IconButton } from './icon-button.tsx';
import { useUiTexts } from './ui-texts.tsx';

export type TextFieldProps = Omit<ComponentPropsWithRef<'input'>, 'prefix' | 'size'> & {
  label: ReactNode;
  labelHidden?: boolean;
  hint?: ReactNode;
  error?: ReactNode;
  reserveLine?: boolean;
  labelAside?: ReactNode;
  /** Inside the box, before and after the input. */
  prefix?: ReactNode;
  suffix?: ReactNode;
  /** Shows a clear button while there is a value. */
  onClear?: () => void;
};

/** A labelled line of text. Controlled or not; `ref` is the input, so form libraries can register it. */
export function TextField({
  label,
  labelHidden = false,
  hint,
  error,
  reserveLine = true,
  labelAside,
  prefix,
  suffix,
  onClear,
  id,
  type = 'text',
  ...rest
}: TextFieldProps) {
  const ownId = useId();
  const fieldId = id ?? ownId;
  const texts = useUiTexts();
  return (
    <FieldFrame
      id={fieldId}
      label={label}
      labelHidden={labelHidden}
      hint={hint}
      error={error}
      reserveLine={reserveLine}
      aside={labelAside}
    >
      <InputBox error={Boolean(error)} disabled={rest.disabled ?? false}>
        {prefix !== undefined && <span className="ps-4 text-text-3">{prefix}</span>}
        <input
          {...rest}
          {...describedBy(fieldId, hint, error)}
          // The placeholder shows whether there is text, so a field needs one to hide its clear button.
          placeholder={rest.placeholder ?? (onClear && ' ')}
          id={fieldId}
          type={type}
          className={cx('peer', INPUT_CLASS)}
        />
        {onClear && (
          // Not a stop of the Tab key: it does nothing that the keyboard cannot do in the field, and Tab leads to the next one.
          <IconButton
            label={texts.clear}
            tabIndex={-1}
            onClick={(event) => {
              onClear();
              // The button disappears with the text: the member types the next one.
              event.currentTarget.parentElement?.querySelector('input')?.focus();
            }}
            className="me-1 peer-placeholder-shown:hidden"
          >
            <X aria-hidden="true" className="size-4.5" />
          </IconButton>
        )}
        {suffix}
      </InputBox>
    </FieldFrame>
  );
}

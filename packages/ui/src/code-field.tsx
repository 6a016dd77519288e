import type { ReactNode } from 'react';
import { Button } from './button.tsx';
import { TextField } from './text-field.tsx';
import type { TextFieldProps } from './text-field.tsx';

type CodeFieldProps = Omit<TextFieldProps, 'type' | 'suffix' | 'onClear'> & {
  /** The button beside the field: "Get code", or how long to wait for another one. */
  sendText: ReactNode;
  canSend: boolean;
  sending?: boolean;
  onSend: () => void;
};

/** A code that was sent to the member, with the button that sends it. Phones offer the code from the message. */
export function CodeField({ sendText, canSend, sending = false, onSend, ...field }: CodeFieldProps) {
  return (
    <TextField
      {...field}
      inputMode="numeric"
      autoComplete="one-time-code"
      // Copied codes come in groups, with blanks around them: what is cut off here would be missing from the code.
      maxLength={32}
      suffix={
        <Button
          type="button"
          variant="secondary"
          size="small"
          disabled={!canSend}
          loading={sending}
          onClick={onSend}
          className="me-2 tnum"
        >
          {sendText}
        </Button>
      }
    />
  );
}

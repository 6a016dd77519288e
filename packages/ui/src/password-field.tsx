import { useState } from 'react';
import { Eye, EyeOff } from 'lucide-react';
import { IconButton } from './icon-button.tsx';
import { TextField } from './text-field.tsx';
import type { TextFieldProps } from './text-field.tsx';
import { useUiTexts } from './ui-texts.tsx';

/** A secret, with an eye button to show it. Paste and password managers are always allowed. */
export function PasswordField(props: Omit<TextFieldProps, 'type' | 'suffix' | 'onClear'>) {
  const [shown, setShown] = useState(false);
  const texts = useUiTexts();
  return (
    <TextField
      {...props}
      type={shown ? 'text' : 'password'}
      autoCapitalize="none"
      spellCheck={false}
      suffix={
        <IconButton
          label={shown ? texts.hidePassword : texts.showPassword}
          aria-pressed={shown}
          onClick={() => setShown(!shown)}
          className="me-1"
        >
          {shown ? (
            <EyeOff aria-hidden="true" className="size-5" strokeWidth={1.75} />
          ) : (
            <Eye aria-hidden="true" className="size-5" strokeWidth={1.75} />
          )}
        </IconButton>
      }
    />
  );
}

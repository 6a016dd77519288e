import { TextField } from '@candor/ui/text-field.tsx';
import type { TextFieldProps } from '@candor/ui/text-field.tsx';
import { RotateCw } from 'lucide-react';
import { useTranslations } from 'use-intl';
import type { Captcha } from './use-captcha.ts';

/** The field for the picture's text. Empty if the site has its captcha switched off. */
export function CaptchaField({ captcha, ...field }: Omit<TextFieldProps, 'label'> & { captcha: Captcha }) {
  const t = useTranslations('session.captcha');
  if (captcha.state.kind === 'off') return null;
  return (
    <TextField
      {...field}
      label={t('label')}
      placeholder={t('placeholder')}
      autoComplete="off"
      autoCapitalize="none"
      spellCheck={false}
      maxLength={16}
      suffix={<CaptchaImage captcha={captcha} />}
    />
  );
}

function CaptchaImage({ captcha }: { captcha: Captcha }) {
  const t = useTranslations('session.captcha');
  const { state } = captcha;
  const ready = state.kind === 'ready';
  return (
    <button
      type="button"
      aria-label={ready ? t('image') : t('refresh')}
      onClick={captcha.refresh}
      className="press me-2 flex h-12 w-[6.875rem] shrink-0 items-center justify-center gap-2 overflow-hidden rounded-control bg-surface-3 text-center text-caption text-text-2"
    >
      {state.kind === 'ready' && (
        <img
          src={state.img}
          alt=""
          width={110}
          height={52}
          className="size-full object-fill"
          onError={captcha.refresh}
        />
      )}
      {state.kind === 'loading' && <span className="ui-skeleton size-full" role="status" aria-label={t('loading')} />}
      {(state.kind === 'expired' || state.kind === 'failed') && (
        <>
          <RotateCw aria-hidden="true" className="size-3.5 shrink-0" />
          {state.kind === 'expired' ? t('expired') : t('failed')}
        </>
      )}
    </button>
  );
}

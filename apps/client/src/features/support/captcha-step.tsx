import { useEffect } from 'react';
import { ApiError } from '@candor/api-client/api-error';
import { useTranslations } from 'use-intl';
import { useObservable } from '../../lib/observable.ts';
import { CaptchaField } from '../../services/captcha/captcha-field.tsx';
import { useCaptcha } from '../../services/captcha/use-captcha.ts';
import { useSite } from '../../services/session/site.ts';
import { captchaAnswer, useComposing } from './composing.ts';

/** The captcha before a visitor's first message. A refused message brings a new picture. */
export function CaptchaStep() {
  const t = useTranslations('support.visitor');
  const { captcha: settings } = useSite();
  const captcha = useCaptcha(settings.enabled);
  const { code } = useObservable(captchaAnswer);
  const refused = useComposing().unsent.findLast(({ error }) => isOfCaptcha(error));
  const refusal = refused?.key ?? null;
  const { uuid, replace } = captcha;
  useEffect(() => {
    captchaAnswer.set({ uuid, code: '' });
  }, [uuid]);
  useEffect(() => {
    if (refusal !== null) replace(null);
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- once per refusal; `replace` is new on every render
  }, [refusal]);
  if (captcha.state.kind === 'off') return null;
  return (
    <div>
      <p className="mb-2 text-caption text-text-3">{t('captcha')}</p>
      <CaptchaField
        captcha={captcha}
        name="code"
        value={code}
        onChange={(event) => captchaAnswer.set({ uuid, code: event.target.value })}
      />
    </div>
  );
}

function isOfCaptcha(error: unknown): boolean {
  return error instanceof ApiError && error.key.startsWith('CAPTCHA_');
}

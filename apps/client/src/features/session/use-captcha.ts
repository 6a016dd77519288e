/* One captcha picture: fetched, worn out after five minutes, fetched again after every refusal. */

import { useEffect, useState } from 'react';
import { captchaView } from '@candor/contract/identity';
import { PATHS } from '@candor/contract/routes';
import { CAPTCHA_TIMEOUT_MS } from '@candor/api-client/api';
import { get } from '../../services/api/request.ts';

const LIFETIME_MS = 5 * 60_000;

type CaptchaState =
  | { kind: 'loading' }
  | { kind: 'off' }
  | { kind: 'ready'; uuid: string; img: string }
  | { kind: 'expired' }
  | { kind: 'failed' };

export type Captcha = { state: CaptchaState; uuid: string; refresh: () => void };

/** @param enabled what the site's configuration says; the captcha call may still say that it is off */
export function useCaptcha(enabled: boolean): Captcha {
  const [round, setRound] = useState(0);
  const [state, setState] = useState<CaptchaState>({ kind: enabled ? 'loading' : 'off' });

  useEffect(() => {
    if (!enabled) return;
    const left = new AbortController();
    let timer: ReturnType<typeof setTimeout> | undefined;
    get(PATHS.captcha, captchaView, { isToken: false, timeoutMs: CAPTCHA_TIMEOUT_MS, signal: left.signal }).then(
      ({ uuid, img, captchaEnabled }) => {
        setState(captchaEnabled ? { kind: 'ready', uuid, img } : { kind: 'off' });
        if (captchaEnabled) timer = setTimeout(() => setState({ kind: 'expired' }), LIFETIME_MS);
      },
      () => left.signal.aborted || setState({ kind: 'failed' }),
    );
    return () => {
      left.abort();
      clearTimeout(timer);
    };
  }, [enabled, round]);

  return {
    state,
    uuid: state.kind === 'ready' ? state.uuid : '',
    refresh: () => {
      if (!enabled) return;
      setState({ kind: 'loading' });
      setRound(round + 1);
    },
  };
}

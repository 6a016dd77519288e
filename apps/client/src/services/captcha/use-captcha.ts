/*
 * One captcha picture: it expires after five minutes, and a new one is fetched after every refusal. A refusal may ask
 * for a harder one; later pictures stay as hard.
 */

import { readCaptcha } from '@candor/contract/calls/identity';
import { useEffect, useState } from 'react';
import { CAPTCHA_LEVELS } from '@candor/contract/identity';
import type { CaptchaLevel } from '@candor/contract/identity';
import { CAPTCHA_TIMEOUT_MS } from '@candor/api-client/api';
import { call } from '../api/request.ts';
import type { ApiError } from '@candor/api-client/api-error';

const LIFETIME_MS = 5 * 60_000;

type CaptchaState =
  | { kind: 'loading' }
  | { kind: 'off' }
  | { kind: 'ready'; uuid: string; img: string }
  | { kind: 'expired' }
  | { kind: 'failed' };

export type Captcha = {
  state: CaptchaState;
  uuid: string;
  refresh: () => void;
  /** A new picture after a refusal, as hard as the refusal asks for. */
  replace: (refusal: ApiError | null) => void;
};

/** @param enabled the value in the site's configuration; the captcha call may still say that it is off */
export function useCaptcha(enabled: boolean): Captcha {
  const [round, setRound] = useState(0);
  const [level, setLevel] = useState<CaptchaLevel>(0);
  const [state, setState] = useState<CaptchaState>({ kind: enabled ? 'loading' : 'off' });

  useEffect(() => {
    if (!enabled) return;
    const left = new AbortController();
    let timer: ReturnType<typeof setTimeout> | undefined;
    call(readCaptcha, {
      query: level === 0 ? {} : { level },
      isToken: false,
      timeoutMs: CAPTCHA_TIMEOUT_MS,
      signal: left.signal,
    }).then(
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
  }, [enabled, round, level]);

  function refresh() {
    if (!enabled) return;
    setState({ kind: 'loading' });
    setRound(round + 1);
  }

  return {
    state,
    uuid: state.kind === 'ready' ? state.uuid : '',
    refresh,
    replace: (refusal) => {
      setLevel(levelAsked(refusal) ?? level);
      refresh();
    },
  };
}

function levelAsked(refusal: ApiError | null): CaptchaLevel | undefined {
  if (refusal?.key !== 'CAPTCHA_HARDER') return undefined;
  return CAPTCHA_LEVELS.find((level) => level === refusal.params['level']);
}

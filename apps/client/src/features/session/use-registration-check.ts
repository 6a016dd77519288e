/* Asks the server at a pause whether the typed name is free and the code valid. It never holds the form up. */

import { ApiError } from '@candor/api-client/api-error';
import { useEffect, useEffectEvent, useState } from 'react';
import { checkRegistration } from '@candor/contract/calls/identity';
import { registrationCheckBody } from '@candor/contract/registration';
import type { RegistrationCheckView } from '@candor/contract/registration';
import { call } from '../../services/api/request.ts';
import { serverNow } from '../../services/live/server-clock.ts';
import { usePuzzle } from '../../services/puzzle/use-puzzle.ts';
import type { RegisterValues } from './register-form.ts';

/** Longer than between two letters. */
const PAUSE_MS = 400;

/** `asked`: what was asked about, so that an answer is never shown beside another text. */
type Checked = { asked: string; view: RegistrationCheckView | null };

/** What is known of these values as they are typed; null while nothing can be said. */
export function useRegistrationCheck({
  username,
  inviteCode,
}: Pick<RegisterValues, 'username' | 'inviteCode'>): RegistrationCheckView | 'checking' | null {
  const [checked, setChecked] = useState<Checked | null>(null);
  const body = registrationCheckBody.safeParse({ username, inviteCode });
  const asked = body.success ? JSON.stringify(body.data) : '';
  const nextPuzzle = useEffectEvent(usePuzzle('name', asked !== ''));
  const [quietUntilMs, setQuietUntilMs] = useState(0);
  useEffect(() => {
    if (asked === '' || serverNow() < quietUntilMs) return;
    const left = new AbortController();
    const timer = setTimeout(() => {
      const { signal } = left;
      setChecked({ asked, view: null });
      call(checkRegistration, { body: registrationCheckBody.parse(JSON.parse(asked)), isToken: false, signal }).then(
        (view) => {
          nextPuzzle();
          if (!signal.aborted) setChecked({ asked, view });
        },
        // Without an answer nothing is said: registration itself decides.
        (error: unknown) => {
          if (signal.aborted) return;
          setChecked(null);
          if (error instanceof ApiError && error.retryAfterSec !== null)
            setQuietUntilMs(serverNow() + error.retryAfterSec * 1_000);
        },
      );
    }, PAUSE_MS);
    return () => {
      clearTimeout(timer);
      left.abort();
    };
  }, [asked, quietUntilMs]);
  if (checked === null || checked.asked !== asked || asked === '') return null;
  return checked.view ?? 'checking';
}

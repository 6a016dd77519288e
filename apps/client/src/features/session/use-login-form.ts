/* What login adds to a form: the captcha, the remembered account, and what was typed before the script came. */

import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { ApiError } from '@candor/api-client/api-error';
import { logIn } from '@candor/contract/calls/identity';
import { parseMethods } from '@candor/contract/factor-methods';
import { readKept } from '../../lib/kept-store.ts';
import { useSteps } from '../../lib/steps.ts';
import { call } from '../../services/api/request.ts';
import { useContractForm } from '../../services/form/use-contract-form.ts';
import { useSite } from '../../services/session/site.ts';
import { LOGIN_ID, focusedBefore, sentBefore, typedBefore } from './first-form.ts';
import { ACCOUNT_KEY, rememberAccount } from './remembered-account.ts';
import { LOGIN_PLACES, loginErrors, loginRequest } from './login-form.ts';
import type { SecondStepState } from './second-step.tsx';
import { signIn } from './sign-in.ts';
import { usePuzzle } from '../../services/puzzle/use-puzzle.ts';
import { useCaptcha } from '../../services/captcha/use-captcha.ts';

/** With the phone's back, too, one returns from the second to the first. */
const STEPS = ['password', 'proof'] as const;

export function useLoginForm() {
  const captcha = useCaptcha(useSite().captcha.enabled);
  const nextPuzzle = usePuzzle('login');
  const [initial] = useState(typedBefore);
  const [isSentBefore] = useState(sentBefore);
  const [remember, setRemember] = useState(true);
  const [step, setStep] = useState<SecondStepState | null>(null);
  const [at, go] = useSteps(STEPS);
  const form = useContractForm({
    id: LOGIN_ID,
    places: LOGIN_PLACES,
    initial,
    request: (values) => loginRequest(values, captcha.uuid),
    check: (values) => loginErrors(values, captcha.uuid, captcha.state.kind !== 'off'),
    async send(body, key) {
      rememberAccount(remember ? body.username : '');
      await signIn(
        async (known) => await call(logIn, { body: { ...body, ...known }, isToken: false, idempotencyKey: key }),
        body.username,
      ).catch((error: unknown) => {
        const asked = secondStepOf(error, body.username);
        if (asked === null) throw error;
        // There before its step: a step without a challenge is left at once.
        flushSync(() => setStep(asked));
        go('proof');
      });
    },
    onRefused(refusal) {
      // The server may still have a lost answer: the same captcha and key ask for it again.
      if (refusal?.code === 0) return;
      captcha.replace(refusal);
      nextPuzzle();
      form.forget('code');
    },
  });
  useRememberedAccount((account) => {
    if (account !== null) form.fillEmpty('username', account);
    if (isSentBefore) form.submit();
  });
  useKeptFocus();
  const [before, setBefore] = useState(at);
  if (at !== before) {
    setBefore(at);
    if (at === 'password') setStep(null);
  }
  const isAsked = useRef(false);
  const arrive = useEffectEvent(() => {
    if (at === 'proof') {
      isAsked.current = step !== null;
      // Forward, into a proof that was left.
      if (step === null) go('password');
    } else if (isAsked.current) {
      isAsked.current = false;
      // Back at the password. The captcha was used up.
      captcha.replace(null);
      form.forget('code');
    }
  });
  useEffect(() => arrive(), [at]);
  const leaveStep = () => go('password');
  return { ...form, captcha, remember, setRemember, step: at === 'proof' ? step : null, leaveStep };
}

/** Null if the server asks for no second step. */
function secondStepOf(error: unknown, username: string): SecondStepState | null {
  if (!(error instanceof ApiError) || error.key !== 'SECOND_FACTOR_REQUIRED') return null;
  const { challenge, methods } = error.params;
  return { challenge: String(challenge), methods: parseMethods(methods), username };
}

/** The account name survives a logout if the member asked for it; nothing else does. Null if there is none. */
function useRememberedAccount(onRead: (account: string | null) => void): void {
  const read = useEffectEvent(onRead);
  useEffect(() => {
    void readKept(ACCOUNT_KEY)
      .catch(() => null)
      .then((account) => read(typeof account === 'string' ? account : null));
  }, []);
}

/** The field that had the focus before the script came has it again. */
function useKeptFocus(): void {
  const [focused] = useState(focusedBefore);
  useEffect(() => {
    if (focused !== null) document.getElementById(focused)?.focus();
  }, [focused]);
}

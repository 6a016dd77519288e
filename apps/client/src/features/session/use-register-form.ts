/* What registration adds to a form: two steps, the captcha, the agreements, a draft. The rules are in register-form.ts. */

import { useEffect, useState } from 'react';
import type { SyntheticEvent } from 'react';
import { register } from '@candor/contract/calls/identity';
import { useAddress } from '../../lib/location.ts';
import { useSteps } from '../../lib/steps.ts';
import { call } from '../../services/api/request.ts';
import { useContractForm } from '../../services/form/use-contract-form.ts';
import { draft } from '../../services/session/drafts.ts';
import { onSessionEnd } from '../../services/session/session.ts';
import { useSite } from '../../services/session/site.ts';
import {
  EMPTY_VALUES,
  REGISTER_PLACES,
  STEPS,
  STEP_FIELDS,
  draftOf,
  registerErrors,
  registerRequest,
  stepOf,
} from './register-form.ts';
import type { RegisterValues } from './register-form.ts';
import { signIn } from './sign-in.ts';
import { useRegistrationCheck } from './use-registration-check.ts';
import { usePuzzle } from '../../services/puzzle/use-puzzle.ts';
import { useCaptcha } from '../../services/captcha/use-captcha.ts';

const typed = draft<Partial<RegisterValues>>({});
/** The name alone outlives a reload, in this tab: what says who somebody is stays in memory. */
const NAME_KEY = 'register-name';

/** missing: the member tried to register without it. */
export type Agreement = 'open' | 'missing' | 'given';

export function useRegisterForm() {
  const site = useSite();
  const captcha = useCaptcha(site.captcha.enabled);
  const nextPuzzle = usePuzzle('register', site.registration.open);
  const isCommonPassword = useCommonPasswords();
  const [initial] = useState(useInitialValues());
  const [step, setStep] = useSteps(STEPS);
  const [agreement, setAgreement] = useState<Agreement>('open');
  const [names, setNames] = useState<Pick<RegisterValues, 'username' | 'inviteCode'>>(initial);
  const checked = useRegistrationCheck(names);
  const rules = {
    registration: site.registration,
    mode: site.mode,
    captchaOn: captcha.state.kind !== 'off',
    isCommonPassword,
    found: checked === 'checking' ? null : checked,
  };
  const form = useContractForm({
    id: 'register',
    places: REGISTER_PLACES,
    initial,
    request: (values) => registerRequest(values, captcha.uuid),
    check: (values) => registerErrors(values, captcha.uuid, rules),
    async send(body, key) {
      await signIn(
        async (known) => await call(register, { body: { ...body, ...known }, isToken: false, idempotencyKey: key }),
        body.username,
      );
      typed.set({});
      keepName('');
    },
    onRefused(refusal) {
      // The server may still have a lost answer: the same captcha and key ask for it again.
      if (refusal?.code === 0) return;
      captcha.refresh();
      nextPuzzle();
      form.forget('code');
    },
    onTyped: (values) => {
      typed.set(draftOf(values));
      keepName(values.username);
      setNames(values);
    },
    // The field must be on the page before it can take the focus.
    reveal: (field) => setStep(stepOf(field)),
  });

  async function goOn() {
    // All that is missing is said at once, the agreement with the fields.
    if (step === 'safety' && agreement !== 'given') setAgreement('missing');
    if (!(await form.passes(step === 'account' ? STEP_FIELDS.account : REGISTER_PLACES.fields))) return;
    if (step === 'account') setStep('safety');
    else if (agreement === 'given') form.submit();
  }

  return {
    ...form,
    captcha,
    checked,
    step,
    agreement,
    agree: (isGiven: boolean) => setAgreement(isGiven ? 'given' : 'open'),
    back: () => setStep('account'),
    /** The next step, or from the last one the request. */
    submit: (event: SyntheticEvent) => {
      event.preventDefault();
      void goOn();
    },
  };
}

export type RegisterForm = ReturnType<typeof useRegisterForm>;

/** What the visitor typed before they went back; an invitation's link brings its code. */
function useInitialValues(): RegisterValues {
  const { params } = useAddress();
  const kept = typed.get();
  return { ...EMPTY_VALUES, username: keptName(), ...kept, inviteCode: kept.inviteCode ?? params.get('invite') ?? '' };
}

function keptName(): string {
  try {
    return sessionStorage.getItem(NAME_KEY) ?? '';
  } catch {
    return '';
  }
}

// Who uses this tab next does not see it.
onSessionEnd(() => keepName(''));

function keepName(name: string): void {
  try {
    if (name === '') sessionStorage.removeItem(NAME_KEY);
    else sessionStorage.setItem(NAME_KEY, name);
  } catch {
    // Without storage a reload loses the name.
  }
}

/** The list of common passwords, once it is loaded. It loads separately, because it is larger than the form. */
function useCommonPasswords(): ((password: string) => boolean) | undefined {
  const [isCommon, setIsCommon] = useState<(password: string) => boolean>();
  useEffect(() => {
    // Without it the server still refuses such a password.
    import('@candor/contract/common-passwords').then(
      (list) => setIsCommon(() => list.isCommonPassword),
      () => undefined,
    );
  }, []);
  return isCommon;
}

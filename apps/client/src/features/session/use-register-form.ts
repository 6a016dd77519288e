/* The state of the registration form: values, touched fields, the step, sending. The rules are in register-form.ts. */

import { newKey } from '@candor/api-client/new-key';
import { useEffect, useRef, useState } from 'react';
import { useErrorText } from '../../lib/i18n.tsx';
import { useLanguage } from '../../lib/language.ts';
import { useAddress } from '../../lib/location.ts';
import { ApiError } from '@candor/api-client/api-error';
import { messageOf } from '../../services/api/message-of.ts';
import { useObservable } from '../../lib/observable.ts';
import { draft } from '../../services/session/drafts.ts';
import { useSite } from '../../services/session/site.ts';
import {
  DRAFT_FIELDS,
  EMPTY_VALUES,
  STEP_FIELDS,
  firstWrong,
  placeRegisterErrors,
  registerErrors,
  registerRequest,
} from './register-form.ts';
import type { RegisterErrors, RegisterField, RegisterValues } from './register-form.ts';
import { signIn } from './sign-in.ts';
import { useCaptcha } from './use-captcha.ts';

const typed = draft<Partial<RegisterValues>>({});

export function fieldId(field: RegisterField): string {
  return `register-${field}`;
}

function focusField(field: RegisterField): void {
  document.getElementById(fieldId(field))?.focus();
}

export function useRegisterForm() {
  const site = useSite();
  const say = useErrorText();
  const language = useLanguage();
  const captcha = useCaptcha(site.captcha.enabled);
  const { params } = useAddress();
  const kept = useObservable(typed);
  const [values, setValues] = useState<RegisterValues>(() => ({
    ...EMPTY_VALUES,
    ...kept,
    inviteCode: kept.inviteCode ?? params.get('invite') ?? '',
  }));
  const [touched, setTouched] = useState<ReadonlySet<RegisterField>>(new Set());
  const [refused, setRefused] = useState<RegisterErrors>({});
  const [failure, setFailure] = useState<ApiError | null>(null);
  const [step, setStep] = useState<0 | 1>(0);
  const [agreed, setAgreed] = useState(false);
  const [agreeMissing, setAgreeMissing] = useState(false);
  const [sending, setSending] = useState(false);
  const isCommonPassword = useCommonPasswords();
  const focusNext = useRef<RegisterField | null>(null);
  const intent = useRef({ body: '', key: '' });
  const rules = {
    registration: site.registration,
    mode: site.mode,
    captchaOn: captcha.state.kind !== 'off',
    isCommonPassword,
  };
  const found = registerErrors(values, captcha.uuid, rules);

  // A field of the other step can take the focus only when that step is on the page.
  useEffect(() => {
    if (focusNext.current !== null) focusField(focusNext.current);
    focusNext.current = null;
  }, [step]);

  function goTo(wrong: ReturnType<typeof firstWrong>) {
    if (wrong === null) return;
    if (wrong.step === step) {
      focusField(wrong.field);
      return;
    }
    focusNext.current = wrong.field;
    setStep(wrong.step);
  }

  /**
   * True if the member may leave the step. Otherwise its fields show their errors, and the first one gets the focus.
   */
  function passes(fields: readonly RegisterField[]): boolean {
    setTouched(new Set([...touched, ...fields]));
    const first = fields.find((field) => found[field] !== undefined);
    const wrong = first === undefined ? null : firstWrong({ [first]: found[first] });
    goTo(wrong);
    return wrong === null;
  }

  async function send() {
    const body = registerRequest(values, captcha.uuid);
    const text = JSON.stringify(body);
    if (intent.current.body !== text) intent.current = { body: text, key: newKey() };
    setSending(true);
    setFailure(null);
    try {
      await signIn('register', body, body.username, intent.current.key);
      typed.set({});
    } catch (error) {
      const refusal = error instanceof ApiError ? error : null;
      const placed = placeRegisterErrors(refusal?.fields ?? {}, refusal?.key ?? 'UNKNOWN_ERROR');
      setFailure(refusal);
      setRefused(placed);
      goTo(firstWrong(placed));
      // The server may still have a lost answer: the same captcha and key ask for it again.
      if (refusal?.code !== 0) {
        captcha.refresh();
        setValues((now) => ({ ...now, code: '' }));
        setTouched(new Set([...touched].filter((field) => field !== 'code')));
      }
    } finally {
      setSending(false);
    }
  }

  return {
    captcha,
    values,
    step,
    sending,
    agreed,
    agreeMissing,
    message: formMessage(),
    errorOf(field: RegisterField): string | undefined {
      const key = refused[field] ?? (touched.has(field) ? found[field] : undefined);
      return key === undefined ? undefined : say(key);
    },
    change(field: RegisterField, value: string) {
      const next = { ...values, [field]: value };
      setValues(next);
      const { [field]: _, form: __, ...others } = refused;
      setRefused(others);
      typed.set(Object.fromEntries(DRAFT_FIELDS.map((name) => [name, next[name]])));
    },
    touch(field: RegisterField) {
      if (values[field] !== '') setTouched(new Set([...touched, field]));
    },
    agree(next: boolean) {
      setAgreed(next);
      setAgreeMissing(false);
    },
    back: () => setStep(0),
    next() {
      if (passes(STEP_FIELDS[0])) setStep(1);
    },
    submit() {
      if (sending || !passes(STEP_FIELDS.flat())) return;
      if (agreed) void send();
      else setAgreeMissing(true);
    },
  };

  function formMessage(): string {
    if (refused.form === undefined) return '';
    if (failure?.code === 0) return say('NETWORK_ERROR');
    return failure?.key === refused.form ? messageOf(failure, language) : say(refused.form);
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

export type RegisterForm = ReturnType<typeof useRegisterForm>;

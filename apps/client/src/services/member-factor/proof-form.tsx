/*
 * Asks for one proof that it is the member: a passkey, a code of their authenticator, a recovery code, or, while there is
 * nothing else, the password. Used at the second step of a login and before sensitive calls.
 */

import { useEffect, useEffectEvent, useState } from 'react';
import type { FactorMethod } from '@candor/contract/factor-methods';
import type { AssertionOptions, PasskeyAssertion } from '@candor/contract/factors';
import { Button } from '@candor/ui/button.tsx';
import { PasswordField } from '@candor/ui/password-field.tsx';
import { TextField } from '@candor/ui/text-field.tsx';
import { Fingerprint } from 'lucide-react';
import { useWatch } from 'react-hook-form';
import { useTranslations } from 'use-intl';
import { useLanguage } from '../../lib/language.ts';
import { messageOf } from '../api/message-of.ts';
import { FormMessage } from '../form/form-message.tsx';
import { useContractForm } from '../form/use-contract-form.ts';
import { arePasskeysPossible, signWithPasskey } from './passkeys.ts';
import { firstMode, proofErrors, proofOf, PROOF_PLACES } from './proof-modes.ts';
import type { ProofMode } from './proof-modes.ts';

export type Proof = { code: string } | { pwd: string } | { passkey: PasskeyAssertion };

type ProofFormProps = {
  methods: readonly FactorMethod[];
  submit: string;
  passkeyOptions: () => Promise<AssertionOptions>;
  /** Throws what the server refused. */
  onProof: (proof: Proof) => Promise<void>;
};

export function ProofForm({ methods, submit, passkeyOptions, onProof }: ProofFormProps) {
  const t = useTranslations('factor');
  const [mode, setMode] = useState<ProofMode>(() => firstMode(methods));
  const hasPasskey = methods.includes('passkey') && arePasskeysPossible();
  if (!hasPasskey && mode === 'none') return <p className="text-body-s text-text-2">{t('none')}</p>;
  const other = otherMode(mode, methods);
  return (
    <div className="flex flex-col gap-2">
      {hasPasskey && <PasskeyButton passkeyOptions={passkeyOptions} onProof={onProof} />}
      {mode !== 'none' && <TypedProof key={mode} mode={mode} submit={submit} quiet={hasPasskey} onProof={onProof} />}
      {other !== null && (
        <Button variant="text" size="medium" block onClick={() => setMode(other)}>
          {t(other === 'recovery' ? 'useRecovery' : 'useCode')}
        </Button>
      )}
    </div>
  );
}

function otherMode(mode: ProofMode, methods: readonly FactorMethod[]): 'totp' | 'recovery' | null {
  if (mode !== 'recovery' && methods.includes('recovery')) return 'recovery';
  return mode === 'recovery' && methods.includes('totp') ? 'totp' : null;
}

function PasskeyButton({ passkeyOptions, onProof }: Pick<ProofFormProps, 'passkeyOptions' | 'onProof'>) {
  const t = useTranslations('factor');
  const language = useLanguage();
  const [state, setState] = useState<{ isBusy: boolean; message: string }>({ isBusy: false, message: '' });

  async function sign() {
    setState({ isBusy: true, message: '' });
    try {
      const passkey = await signWithPasskey(await passkeyOptions());
      if (passkey !== null) await onProof({ passkey });
      setState({ isBusy: false, message: passkey === null ? t('cancelled') : '' });
    } catch (error) {
      setState({ isBusy: false, message: messageOf(error, language) });
    }
  }

  return (
    <>
      <Button block loading={state.isBusy} loadingText={t('sending')} onClick={() => void sign()}>
        <Fingerprint aria-hidden="true" className="size-5" />
        {t('passkey')}
      </Button>
      <FormMessage>{state.message}</FormMessage>
    </>
  );
}

type TypedProofProps = {
  mode: Exclude<ProofMode, 'none'>;
  submit: string;
  /** Something else is the first choice. */
  quiet: boolean;
  onProof: ProofFormProps['onProof'];
};

const CODE_INPUT = { inputMode: 'numeric', autoComplete: 'one-time-code', maxLength: 7 } as const;
const RECOVERY_INPUT = { autoComplete: 'off', autoCapitalize: 'characters', spellCheck: false, maxLength: 20 } as const;
/** Six digits are all there is to type. */
const WHOLE_CODE = /^\d{6}$/;

function TypedProof({ mode, submit, quiet, onProof }: TypedProofProps) {
  const t = useTranslations('factor');
  const form = useContractForm({
    id: 'proof',
    places: PROOF_PLACES,
    initial: { code: '', pwd: '' },
    request: (values) => proofOf(mode, values),
    check: (values) => proofErrors(mode, values),
    send: onProof,
    onRefused: (refusal) => {
      if (refusal?.key === 'FACTOR_CODE_WRONG') form.forget('code');
    },
  });
  const code = useWatch({ control: form.control, name: 'code' });
  const isWhole = mode === 'totp' && WHOLE_CODE.test(code ?? '');
  const submitWhole = useEffectEvent(() => form.submit());
  useEffect(() => {
    if (isWhole) submitWhole();
  }, [isWhole]);
  useEffect(() => document.getElementById(mode === 'password' ? 'proof-pwd' : 'proof-code')?.focus(), [mode]);
  return (
    <form noValidate method="dialog" onSubmit={form.submit} className="flex flex-col gap-2">
      {mode === 'password' ? (
        <PasswordField {...form.field('pwd')} label={t('password')} autoComplete="current-password" maxLength={128} />
      ) : (
        <TextField
          {...form.field('code')}
          {...(mode === 'totp' ? CODE_INPUT : RECOVERY_INPUT)}
          label={t(mode === 'totp' ? 'code' : 'recoveryCode')}
          hint={t(mode === 'totp' ? 'codeHint' : 'recoveryHint')}
          enterKeyHint="go"
        />
      )}
      <FormMessage>{form.message}</FormMessage>
      <Button
        type="submit"
        block
        variant={quiet ? 'secondary' : 'primary'}
        loading={form.isSending}
        loadingText={t('sending')}
      >
        {submit}
      </Button>
    </form>
  );
}

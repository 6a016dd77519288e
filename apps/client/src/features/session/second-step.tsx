/* The second step of a login: the password was right, and one more proof is asked for. */

import { readLoginFactorOptions } from '@candor/contract/calls/identity';
import type { FactorMethod } from '@candor/contract/factor-methods';
import { Button } from '@candor/ui/button.tsx';
import { useTranslations } from 'use-intl';
import { call } from '../../services/api/request.ts';
import { ProofForm } from '../../services/member-factor/proof-form.tsx';
import { finishSignIn } from './sign-in.ts';

export type SecondStepState = { challenge: string; methods: readonly FactorMethod[]; username: string };

export function SecondStep({ step, onBack }: { step: SecondStepState; onBack: () => void }) {
  const t = useTranslations('factor.second');
  const { challenge, methods, username } = step;
  return (
    <section aria-labelledby="second-step">
      <h1 id="second-step" className="text-title-1">
        {t('title')}
      </h1>
      <p className="mt-2 mb-6 text-body-s text-text-2">{t('text')}</p>
      {/* Tells a password manager whose code is asked for. */}
      <input type="text" name="username" autoComplete="username" value={username} readOnly hidden />
      <ProofForm
        methods={methods}
        submit={t('submit')}
        passkeyOptions={async () =>
          (await call(readLoginFactorOptions, { body: { challenge }, isToken: false })).options
        }
        onProof={async (proof) => await finishSignIn(challenge, proof, username)}
      />
      <Button variant="text" size="medium" block onClick={onBack}>
        {t('back')}
      </Button>
    </section>
  );
}

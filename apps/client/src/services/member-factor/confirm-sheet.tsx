/* Asks the member to confirm that it is them. The call that needs it waits, and is then sent again. */

import { anything } from '@candor/api-client/api';
import { assertionOptionsView } from '@candor/contract/factors';
import { PATHS } from '@candor/contract/routes';
import { Sheet } from '@candor/ui/modal.tsx';
import { useTranslations } from 'use-intl';
import { post } from '../api/request.ts';
import type { Question } from '../session/confirmation.ts';
import { ProofForm } from './proof-form.tsx';

export function ConfirmSheet({ question }: { question: Question }) {
  const t = useTranslations('factor.confirm');
  return (
    <Sheet open onClose={() => question.answer(false)} title={t('title')}>
      <p className="mb-4 text-body-s text-text-2">{t('text')}</p>
      <ProofForm
        methods={question.methods}
        submit={t('submit')}
        passkeyOptions={async () =>
          (await post(PATHS.confirmationOptions, undefined, assertionOptionsView, { confirms: false })).options
        }
        onProof={async (proof) => {
          await post(PATHS.confirmation, proof, anything, { confirms: false });
          question.answer(true);
        }}
      />
    </Sheet>
  );
}

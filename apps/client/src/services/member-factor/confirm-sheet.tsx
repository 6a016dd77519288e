/* Asks the member to confirm that it is them. The call that needs it waits, and is then sent again. */

import { askForConfirmation, confirmMember } from '@candor/contract/calls/factors';
import { Sheet } from '@candor/ui/modal.tsx';
import { useTranslations } from 'use-intl';
import { call } from '../api/request.ts';
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
        passkeyOptions={async () => (await call(askForConfirmation, { confirms: false })).options}
        onProof={async (proof) => {
          await call(confirmMember, { body: proof, confirms: false });
          question.answer(true);
        }}
      />
    </Sheet>
  );
}

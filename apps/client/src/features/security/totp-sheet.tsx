/* Sets up an authenticator: scan the secret, then show a code of it. */

import { useEffect, useEffectEvent } from 'react';
import { totpBody } from '@candor/contract/factors';
import type { TotpSecretView } from '@candor/contract/factors';
import { Disclosure } from '@candor/ui/disclosure.tsx';
import { Button } from '@candor/ui/button.tsx';
import { CopyButton } from '@candor/ui/copy-button.tsx';
import { Sheet } from '@candor/ui/modal.tsx';
import { QrCard } from '@candor/ui/qr-card.tsx';
import { SkeletonRows } from '@candor/ui/skeleton.tsx';
import { TextField } from '@candor/ui/text-field.tsx';
import { showToast } from '@candor/ui/toast.tsx';
import { useTranslations } from 'use-intl';
import { useObservable } from '../../lib/observable.ts';
import { schemaErrors } from '../../services/form/form-errors.ts';
import type { ErrorPlaces } from '../../services/form/form-errors.ts';
import { FormMessage } from '../../services/form/form-message.tsx';
import { useContractForm } from '../../services/form/use-contract-form.ts';
import { LoadFailed } from '../../services/queries/query-states.tsx';
import { draft } from '../../services/session/drafts.ts';
import { useBeginTotp, useTurnOnTotp } from './security-queries.ts';

/** While a member is at the app that scanned it, back may close the sheet: the app must not be left with another secret. */
const begun = draft<{ secret: TotpSecretView; refused: number } | null>(null);

/** So many wrong codes mean that the secret counts no more, such as after another was made on another device. */
const REFUSED_MAX = 3;

type TotpSheetProps = { open: boolean; onClose: () => void; onDone: (codes: readonly string[] | null) => void };

export function TotpSheet({ open, onClose, onDone }: TotpSheetProps) {
  const t = useTranslations('security.factors.totp');
  return (
    <Sheet open={open} onClose={onClose} title={t('add')}>
      {open && <SetUp onDone={onDone} />}
    </Sheet>
  );
}

function SetUp({ onDone }: Pick<TotpSheetProps, 'onDone'>) {
  const secret = useObservable(begun)?.secret ?? null;
  const begin = useBeginTotp();
  const make = () => begin.mutate(undefined, { onSuccess: (made) => begun.set({ secret: made, refused: 0 }) });
  const start = useEffectEvent(() => {
    if (secret === null || (begun.get()?.refused ?? 0) >= REFUSED_MAX) make();
  });
  useEffect(() => start(), []);
  if (secret !== null) return <Secret secret={secret} onDone={onDone} />;
  return begin.isError ? <LoadFailed error={begin.error} onRetry={make} /> : <SkeletonRows count={4} />;
}

const PLACES: ErrorPlaces<'code'> = { fields: ['code'], fieldOf: { FACTOR_CODE_WRONG: 'code' } };

function Secret({ secret: { secret, uri }, onDone }: { secret: TotpSecretView } & Pick<TotpSheetProps, 'onDone'>) {
  const t = useTranslations('security.factors.totp');
  const turnOn = useTurnOnTotp();
  const form = useContractForm({
    id: 'totp',
    places: PLACES,
    initial: { code: '' },
    request: ({ code }) => ({ code: code.trim() }),
    check: ({ code }) => schemaErrors(PLACES, totpBody, { code: code.trim() }),
    async send({ code }) {
      const { recoveryCodes } = await turnOn.mutateAsync(code);
      begun.set(null);
      // The sheet with the codes says it itself: nothing may lie over them.
      if (recoveryCodes === null) showToast(t('done'), 'success');
      onDone(recoveryCodes);
    },
    onRefused(refusal) {
      form.forget('code');
      const known = begun.get();
      if (known !== null && refusal?.key === 'FACTOR_CODE_WRONG') begun.set({ ...known, refused: known.refused + 1 });
    },
  });
  return (
    <form noValidate onSubmit={form.submit} className="flex flex-col gap-4">
      <p className="text-body-s text-text-2">
        <span className="tnum me-2 font-bold text-text-2">1</span>
        {t('step1')}
      </p>
      <QrCard text={uri} label={t('qr')} caption={t('caption')} enlarge={t('enlarge')} hint={t('large')} />
      <Disclosure label={t('manual')}>
        <p className="text-text-2 flex items-center justify-between gap-2 rounded-control bg-surface-2 ps-3">
          <code className="min-w-0 py-2 break-words">{secret.match(/.{1,4}/g)?.join(' ')}</code>
          <CopyButton text={secret} />
        </p>
      </Disclosure>
      <p className="text-body-s text-text-2">
        <span className="tnum me-2 font-bold text-text-2">2</span>
        {t('step2')}
      </p>
      <TextField
        {...form.field('code')}
        label={t('code')}
        labelHidden
        inputMode="numeric"
        autoComplete="one-time-code"
        maxLength={32}
        enterKeyHint="done"
      />
      <FormMessage>{form.message}</FormMessage>
      <Button type="submit" block loading={form.isSending}>
        {t('submit')}
      </Button>
    </form>
  );
}

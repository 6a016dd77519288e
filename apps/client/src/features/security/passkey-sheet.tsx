/* Adds a passkey: a name, then what the browser asks for. */

import { PASSKEY_NAME_MAX, passkeyNameBody } from '@candor/contract/factors';
import { Button } from '@candor/ui/button.tsx';
import { Sheet } from '@candor/ui/modal.tsx';
import { TextField } from '@candor/ui/text-field.tsx';
import { showToast } from '@candor/ui/toast.tsx';
import { useTranslations } from 'use-intl';
import { deviceName } from '@candor/ui/device-name';
import { schemaErrors } from '../../services/form/form-errors.ts';
import type { ErrorPlaces } from '../../services/form/form-errors.ts';
import { FormMessage } from '../../services/form/form-message.tsx';
import { useContractForm } from '../../services/form/use-contract-form.ts';
import { draft } from '../../services/session/drafts.ts';
import { useAddPasskey } from './security-queries.ts';

/** The name that was typed; null for that of the device. */
const named = draft<string | null>(null);

type PasskeySheetProps = { open: boolean; onClose: () => void; onDone: (codes: readonly string[] | null) => void };

export function PasskeySheet({ open, onClose, onDone }: PasskeySheetProps) {
  const t = useTranslations('security.factors.passkeys');
  return (
    <Sheet open={open} onClose={onClose} title={t('add')}>
      {open && <NameForm onDone={onDone} />}
    </Sheet>
  );
}

const PLACES: ErrorPlaces<'name'> = { fields: ['name'], fieldOf: { PASSKEY_NAME_REQUIRED: 'name' } };

function NameForm({ onDone }: Pick<PasskeySheetProps, 'onDone'>) {
  const t = useTranslations('security.factors.passkeys');
  const add = useAddPasskey();
  const form = useContractForm({
    id: 'passkey',
    places: PLACES,
    initial: { name: named.get() ?? (deviceName(navigator.userAgent) ?? '').slice(0, PASSKEY_NAME_MAX) },
    onTyped: ({ name }) => named.set(name),
    request: ({ name }) => ({ name: name.trim() }),
    check: (values) => schemaErrors(PLACES, passkeyNameBody, values),
    async send({ name }) {
      const added = await add.mutateAsync(name);
      if (added === null) {
        showToast(t('cancelled'));
        return;
      }
      named.set(null);
      // The sheet with the codes says it itself: nothing may lie over them.
      if (added.recoveryCodes === null) showToast(t('done'), 'success');
      onDone(added.recoveryCodes);
    },
  });
  return (
    <form noValidate onSubmit={form.submit} className="flex flex-col gap-3">
      <p className="mb-2 text-body-s text-text-2">{t('hint')}</p>
      <TextField
        {...form.field('name')}
        label={t('name')}
        hint={t('nameHint')}
        maxLength={PASSKEY_NAME_MAX}
        autoComplete="off"
        onClear={() => form.change('name', '')}
      />
      <FormMessage>{form.message}</FormMessage>
      <Button type="submit" block loading={form.isSending}>
        {t('submit')}
      </Button>
    </form>
  );
}

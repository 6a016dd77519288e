/* The parts of the profile that can be changed here: the shown name and the mail address, each in its own sheet. */

import { useState } from 'react';
import { isNetworkError, isOutcomeUnknown, plainError } from '@candor/api-client/api-error';
import type { ProfileView } from '@candor/contract/identity';
import { Button } from '@candor/ui/button.tsx';
import { ListRow } from '@candor/ui/list.tsx';
import { Sheet } from '@candor/ui/modal.tsx';
import { TextField } from '@candor/ui/text-field.tsx';
import { showToast } from '@candor/ui/toast.tsx';
import { AtSign, CalendarDays, Phone, UserPen } from 'lucide-react';
import { useTranslations } from 'use-intl';
import { useErrorText } from '../../lib/i18n.tsx';
import { formatDate } from '../../lib/time.ts';
import { FormMessage } from '../../services/form/form-message.tsx';
import { useContractForm } from '../../services/form/use-contract-form.ts';
import { useProfile } from '../../services/queries/shared-queries.ts';
import { useSaveProfile } from './account-queries.ts';
import { bodyOfField, profileErrors, profilePlaces } from './profile-field.ts';
import type { ProfileField } from './profile-field.ts';

export function ProfileRows() {
  const t = useTranslations('account.profile');
  const { data: profile } = useProfile();
  const [field, setField] = useState<ProfileField | null>(null);
  if (profile === undefined) return null;
  return (
    <>
      <ListRow
        icon={<UserPen aria-hidden="true" strokeWidth={1.75} />}
        title={t('nickname')}
        value={profile.nickname || t('unset')}
        onPress={() => setField('nickname')}
      />
      <ListRow
        icon={<AtSign aria-hidden="true" strokeWidth={1.75} />}
        title={t('email')}
        value={profile.email ?? t('unset')}
        onPress={() => setField('email')}
      />
      <ListRow
        icon={<Phone aria-hidden="true" strokeWidth={1.75} />}
        title={t('phone')}
        value={profile.phone || t('unset')}
      />
      <ListRow
        icon={<CalendarDays aria-hidden="true" strokeWidth={1.75} />}
        title={t('createdAt')}
        value={formatDate(profile.createdAt)}
      />
      <Sheet open={field !== null} onClose={() => setField(null)} title={field === null ? '' : t(field)}>
        {field !== null && <FieldForm profile={profile} field={field} onDone={() => setField(null)} />}
      </Sheet>
    </>
  );
}

type FieldFormProps = { profile: ProfileView; field: ProfileField; onDone: () => void };

const INPUTS = {
  nickname: { type: 'text', autoComplete: 'nickname', inputMode: 'text', maxLength: 32 },
  email: { type: 'email', autoComplete: 'email', inputMode: 'email', maxLength: 254 },
} as const;

/** Changing the same field again is harmless, so nothing is looked up: the change failed, and the member tries again. */
function refuse(error: unknown): never {
  throw isOutcomeUnknown(error) && !isNetworkError(error) ? plainError(500, 'PROFILE_CHANGE_FAILED') : error;
}

function FieldForm({ profile, field, onDone }: FieldFormProps) {
  const t = useTranslations('account.profile');
  const say = useErrorText();
  const actions = useTranslations('common.actions');
  const save = useSaveProfile();
  const form = useContractForm({
    id: 'profile',
    places: profilePlaces(field),
    initial: { nickname: profile.nickname, email: profile.email ?? '' },
    request: (values) => bodyOfField(field, values[field]),
    check: (values) => profileErrors(field, values[field]),
    async send(body) {
      await save.mutateAsync(body).catch(refuse);
      showToast(say('PROFILE_CHANGED'), 'success');
      onDone();
    },
  });
  return (
    <form noValidate onSubmit={form.submit} className="flex flex-col gap-2">
      <TextField
        {...form.field(field)}
        {...INPUTS[field]}
        label={t(field)}
        labelHidden
        hint={t(`${field}Hint`)}
        onClear={() => form.change(field, '')}
      />
      <FormMessage>{form.message}</FormMessage>
      <Button type="submit" block loading={form.isSending} loadingText={actions('submitting')}>
        {actions('save')}
      </Button>
    </form>
  );
}

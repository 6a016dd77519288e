/* The parts of the profile that can be changed here: the shown name and the mail address, each in its own sheet. */

import { useState } from 'react';
import { profileBody } from '@candor/contract/identity';
import type { ProfileBody, ProfileView } from '@candor/contract/identity';
import { Button } from '@candor/ui/button.tsx';
import { ListRow } from '@candor/ui/list.tsx';
import { Sheet } from '@candor/ui/modal.tsx';
import { TextField } from '@candor/ui/text-field.tsx';
import { showToast } from '@candor/ui/toast.tsx';
import { AtSign, CalendarDays, Phone, UserPen } from 'lucide-react';
import { useTranslations } from 'use-intl';
import { useFieldError } from '../../lib/i18n.tsx';
import { useLanguage } from '../../lib/language.ts';
import { formatDate } from '../../lib/time.ts';
import { ApiError } from '@candor/api-client/api-error';
import { messageOf } from '../../services/api/message-of.ts';
import { useProfile } from '../../services/queries/shared-queries.ts';
import { useSaveProfile } from './account-queries.ts';
import { bodyOfField } from './profile-field.ts';
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
      <FieldSheet key={field ?? 'closed'} profile={profile} field={field} onClose={() => setField(null)} />
    </>
  );
}

type FieldSheetProps = { profile: ProfileView; field: ProfileField | null; onClose: () => void };

function FieldSheet({ profile, field, onClose }: FieldSheetProps) {
  const t = useTranslations('account.profile');
  const actions = useTranslations('common.actions');
  const language = useLanguage();
  const say = useFieldError();
  const save = useSaveProfile();
  const [text, setText] = useState((field === null ? '' : profile[field]) ?? '');
  const [problem, setProblem] = useState<string | undefined>(undefined);

  const submit = (event: React.FormEvent) => {
    event.preventDefault();
    if (field === null || save.isPending) return;
    const body: ProfileBody = bodyOfField(field, text);
    const parsed = profileBody.safeParse(body);
    if (!parsed.success) {
      setProblem(parsed.error.issues[0]?.message);
      return;
    }
    save.mutate(body, {
      onSuccess: () => {
        showToast(t('saved'), 'success');
        onClose();
      },
      onError: (error) => {
        const fieldError = error instanceof ApiError ? error.fields[field] : undefined;
        setProblem(fieldError ?? messageOf(error, language));
      },
    });
  };

  return (
    <Sheet open={field !== null} onClose={onClose} title={field === null ? '' : t(field)}>
      <form noValidate onSubmit={submit} className="flex flex-col gap-4">
        <TextField
          label={field === null ? '' : t(field)}
          labelHidden
          type={field === 'email' ? 'email' : 'text'}
          autoComplete={field === 'email' ? 'email' : 'nickname'}
          inputMode={field === 'email' ? 'email' : 'text'}
          maxLength={field === 'email' ? 254 : 32}
          hint={field === null ? undefined : t(`${field}Hint`)}
          error={say(problem)}
          value={text}
          onChange={(event) => {
            setText(event.currentTarget.value);
            setProblem(undefined);
          }}
          onClear={() => setText('')}
        />
        <Button type="submit" block loading={save.isPending} loadingText={actions('submitting')}>
          {actions('save')}
        </Button>
      </form>
    </Sheet>
  );
}

import type { ReactNode } from 'react';
import { Button, FileButton, Group, Input } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { Trash2, Upload } from 'lucide-react';
import { useTranslations } from 'use-intl';
import { uploadLogo } from '@candor/contract/calls/console/site';
import { LOGO_BYTES_MAX } from '@candor/contract/console-site';
import { useErrorText, useMessageOf } from '../../lib/i18n.tsx';
import { call } from '../../services/api/request.ts';

/** What the server reads. It looks at the bytes, not at the name. */
const TYPES = 'image/png,image/webp,image/jpeg';

/** A picture becomes a logo when it is chosen: what the preview shows is how the server drew it again. */
export function LogoField({
  logo,
  error,
  onChange,
  onError,
}: {
  logo: string | null;
  error: ReactNode;
  onChange: (id: string | null) => void;
  onError: (text: string) => void;
}) {
  const t = useTranslations('site');
  const errorText = useErrorText();
  const messageOf = useMessageOf();
  const sending = useMutation({
    mutationFn: async (file: File) => {
      const form = new FormData();
      form.append('logo', file);
      return await call(uploadLogo, { body: form });
    },
    onSuccess: ({ id }) => onChange(id),
    onError: (failure) => onError(messageOf(failure)),
  });
  return (
    <Input.Wrapper label={t('field.logo')} description={t('logoHint')} error={error} labelElement="div">
      <Group gap="sm" my={6}>
        <FileButton
          accept={TYPES}
          inputProps={{ 'aria-label': t('field.logo') }}
          onChange={(file) => {
            if (file === null) return;
            if (file.size > LOGO_BYTES_MAX) onError(errorText('SITE_LOGO_SIZE'));
            else sending.mutate(file);
          }}
        >
          {(props) => (
            <Button
              {...props}
              variant="default"
              loading={sending.isPending}
              leftSection={<Upload size={16} aria-hidden />}
            >
              {t(logo === null ? 'chooseLogo' : 'otherLogo')}
            </Button>
          )}
        </FileButton>
        {logo !== null && (
          <Button
            variant="subtle"
            color="gray"
            leftSection={<Trash2 size={16} aria-hidden />}
            onClick={() => onChange(null)}
          >
            {t('removeLogo')}
          </Button>
        )}
      </Group>
    </Input.Wrapper>
  );
}

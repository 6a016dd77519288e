import { cx } from '@candor/ui/cx';
import { useWatch } from 'react-hook-form';
import type { Control } from 'react-hook-form';
import { useTranslations } from 'use-intl';
import { passwordStrength } from './register-form.ts';

const TONES = ['bg-surface-3', 'bg-danger', 'bg-warn', 'bg-success'] as const;
const WORDS = ['weak', 'fair', 'good'] as const;

/** How strong the typed password is, as three bars and a word. */
export function PasswordStrength({ control }: { control: Control<Record<string, string>> }) {
  const t = useTranslations('session.register');
  const strength = passwordStrength(useWatch({ control, name: 'pwd' }) ?? '');
  const word = WORDS[strength - 1];
  return (
    <div className="-mt-1 mb-2 flex items-center gap-3 text-caption text-text-3">
      <span>{t('strength')}</span>
      <span aria-hidden="true" className="grid flex-1 grid-cols-3 gap-1.5">
        {[1, 2, 3].map((level) => (
          <span key={level} className={cx('h-1 rounded-full', level <= strength ? TONES[strength] : 'bg-surface-3')} />
        ))}
      </span>
      <span className="min-w-9 text-end text-text-2">{word === undefined ? '' : t(word)}</span>
    </div>
  );
}

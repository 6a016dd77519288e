import { MessageSquareWarning } from 'lucide-react';
import { useTranslations } from 'use-intl';
import { hrefTo } from '../../lib/location.ts';
import { paths } from '../../lib/paths.ts';

/** Below all that can be done about a deposit or withdrawal: a complaint, which names it. */
export function ComplainAbout(about: { name: string } & ({ deposit: string } | { withdrawal: string })) {
  const t = useTranslations('cashier');
  return (
    <a
      href={hrefTo(paths.newComplaint(about))}
      className="press inline-flex min-h-11 items-center justify-center gap-2 text-body-s font-medium text-link"
    >
      <MessageSquareWarning aria-hidden="true" className="size-4.5" strokeWidth={1.75} />
      {t('complain')}
    </a>
  );
}

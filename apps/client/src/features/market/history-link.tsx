import { ChevronRight } from 'lucide-react';
import { useTranslations } from 'use-intl';
import { hrefTo } from '../../lib/location.ts';
import { paths } from '../../lib/paths.ts';

/** The way to everything that changed about a product, and to its coming holidays. */
export function HistoryLink({ code }: { code: string }) {
  const titles = useTranslations('common.titles');
  return (
    <p>
      <a
        href={hrefTo(paths.productHistory(code))}
        className="inline-flex min-h-11 items-center gap-1 text-body-s font-bold text-link"
      >
        {titles('productHistory')}
        <ChevronRight aria-hidden="true" className="size-4" />
      </a>
    </p>
  );
}

import type { ReactNode } from 'react';
import { Sheet } from '@candor/ui/modal.tsx';
import { PageText } from '../../services/content/page-text.tsx';
import { useSitePage } from '../../services/content/site-page.ts';

type AgreementSheetProps = { slug: string; title: ReactNode; open: boolean; onClose: () => void };

/** @param title the link's words, until the text with its own title is there */
export function AgreementSheet({ slug, title, open, onClose }: AgreementSheetProps) {
  const state = useSitePage(slug);
  return (
    <Sheet open={open} onClose={onClose} title={state.kind === 'ready' ? state.page.title : title} isWide>
      {open && <PageText slug={slug} />}
    </Sheet>
  );
}

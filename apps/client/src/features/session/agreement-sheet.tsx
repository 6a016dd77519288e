import type { ReactNode } from 'react';
import { Sheet } from '@candor/ui/modal.tsx';
import { PageText } from '../../services/content/page-text.tsx';

type AgreementSheetProps = { slug: string; title: ReactNode; open: boolean; onClose: () => void };

export function AgreementSheet({ slug, title, open, onClose }: AgreementSheetProps) {
  return (
    <Sheet open={open} onClose={onClose} title={title}>
      {open && <PageText slug={slug} />}
    </Sheet>
  );
}

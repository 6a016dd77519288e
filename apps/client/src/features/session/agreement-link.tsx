import { useState } from 'react';
import type { ReactNode } from 'react';
import { Sheet } from '@candor/ui/modal.tsx';
import { PageText } from '../../services/content/page-text.tsx';

/** The tags of the sentences that name the agreements. */
export const AGREEMENT_LINKS = {
  terms: (label: ReactNode) => <AgreementLink slug="terms">{label}</AgreementLink>,
  privacy: (label: ReactNode) => <AgreementLink slug="privacy">{label}</AgreementLink>,
  risk: (label: ReactNode) => <AgreementLink slug="risk">{label}</AgreementLink>,
} as const;

/** A text to read before there is a session: opens in a sheet, and nothing typed is lost. */
function AgreementLink({ slug, children }: { slug: 'terms' | 'privacy' | 'risk'; children: ReactNode }) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <button
        type="button"
        onClick={(event) => {
          event.preventDefault();
          setOpen(true);
        }}
        className="inline text-accent underline-offset-4 hover:underline"
      >
        {children}
      </button>
      <Sheet open={open} onClose={() => setOpen(false)} title={children}>
        {open && <PageText slug={slug} />}
      </Sheet>
    </>
  );
}

import { Suspense, lazy, useState } from 'react';
import type { ReactNode } from 'react';
import { createPortal } from 'react-dom';

/** Few members read them here, so their sheet loads on demand. Login's own styles do not know how a text is laid out. */
const AgreementSheet = lazy(async () => {
  const [{ AgreementSheet: Sheet }] = await Promise.all([
    import('./agreement-sheet.tsx'),
    import('../../lib/app-styles.ts'),
  ]);
  return { default: Sheet };
});

/** The tags of the sentences that name the agreements. */
export const AGREEMENT_LINKS = {
  terms: (label: ReactNode) => <AgreementLink slug="agreement">{label}</AgreementLink>,
  privacy: (label: ReactNode) => <AgreementLink slug="privacy">{label}</AgreementLink>,
  risk: (label: ReactNode) => <AgreementLink slug="risk">{label}</AgreementLink>,
} as const;

/** A text to read before there is a session: opens in a sheet, and nothing typed is lost. */
function AgreementLink({ slug, children }: { slug: string; children: ReactNode }) {
  const [state, setState] = useState<'unread' | 'open' | 'closed'>('unread');
  return (
    <>
      <button
        type="button"
        onClick={(event) => {
          event.preventDefault();
          setState('open');
        }}
        className="inline text-link underline-offset-4 hover:underline"
      >
        {children}
      </button>
      {state !== 'unread' &&
        // The link is inside a sentence, where a dialog is not allowed.
        createPortal(
          <Suspense>
            <AgreementSheet slug={slug} title={children} open={state === 'open'} onClose={() => setState('closed')} />
          </Suspense>,
          document.body,
        )}
    </>
  );
}

/* Shows the question whether it is the member, when a call needs the answer. Its sheet loads then. */

import { Suspense, lazy, useEffect } from 'react';
import { loadTexts } from '../lib/i18n.tsx';
import { useObservable } from '../lib/observable.ts';
import { untilLoaded } from '../lib/until-loaded.ts';
import { question } from '../services/session/confirmation.ts';
import { onSessionEnd } from '../services/session/session.ts';

const ConfirmSheet = lazy(() =>
  untilLoaded(async () => {
    const [module] = await Promise.all([import('../services/member-factor/confirm-sheet.tsx'), loadTexts(['factor'])]);
    return { default: module.ConfirmSheet };
  }),
);

export function ConfirmHost() {
  const asked = useObservable(question);
  useEffect(() => onSessionEnd(() => question.get()?.answer(false)), []);
  return (
    asked !== null && (
      <Suspense>
        <ConfirmSheet question={asked} />
      </Suspense>
    )
  );
}

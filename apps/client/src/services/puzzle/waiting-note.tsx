import { Suspense, lazy } from 'react';
import { loadTexts } from '../../lib/i18n.tsx';

const PuzzleNote = lazy(async () => {
  const [{ PuzzleNote: Note }] = await Promise.all([import('./puzzle-note.tsx'), loadTexts(['puzzle'])]);
  return { default: Note };
});

/** What a form says while its puzzle is solved. Its code comes with the first form that is sent. */
export function WaitingNote() {
  return (
    <Suspense>
      <PuzzleNote />
    </Suspense>
  );
}

import type { Specimen } from './specimen.tsx';
import { ACTIONS } from './actions.tsx';
import { FEEDBACK } from './feedback.tsx';
import { FIELDS } from './fields.tsx';
import { FIGURES } from './figures.tsx';
import { LAYOUT } from './layout.tsx';
import { SCALES } from './scales.tsx';

/** Everything on the page, in its order. component-page.test.ts holds that no component is missing. */
export const GROUPS: readonly { name: string; specimens: readonly Specimen[] }[] = [
  { name: 'Scales', specimens: SCALES },
  { name: 'Actions', specimens: ACTIONS },
  { name: 'Fields', specimens: FIELDS },
  { name: 'Money, prices, status', specimens: FIGURES },
  { name: 'Layout', specimens: LAYOUT },
  { name: 'News and waiting', specimens: FEEDBACK },
];

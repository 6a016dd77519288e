import type { StatementAccount, StatementEntryLine, StatementThing } from '@candor/contract/console-statements';

/** The form that is open. Of a match without a thing it is what fits best. */
export type Doing =
  | { readonly act: 'match'; readonly entry: StatementEntryLine; readonly thing: StatementThing | null }
  | { readonly act: 'explain' | 'undo'; readonly entry: StatementEntryLine }
  | { readonly act: 'import' }
  | { readonly act: 'describe'; readonly account: StatementAccount | null };

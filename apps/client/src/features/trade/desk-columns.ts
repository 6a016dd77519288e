/* Which columns of the workspace are folded: remembered per member on this device. */

import { createAccountChoice } from '../../services/session/account-choice.ts';

export type DeskColumns = {
  /** Of the market list only the logos are shown. */
  isListFolded: boolean;
  /** The column of the last orders is gone. */
  isLastClosed: boolean;
};

const DEFAULTS: DeskColumns = { isListFolded: false, isLastClosed: false };

const choice = createAccountChoice('desk-columns', readColumns);

export const changeDeskColumns = choice.change;

export function useDeskColumns(): DeskColumns {
  return choice.useChoice() ?? DEFAULTS;
}

/** Takes the valid parts of what was stored. */
export function readColumns(kept: unknown): DeskColumns {
  const stored: Record<string, unknown> = typeof kept === 'object' ? { ...kept } : {};
  return { isListFolded: stored['isListFolded'] === true, isLastClosed: stored['isLastClosed'] === true };
}

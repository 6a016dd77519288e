import { termsChangeView } from '@candor/contract/console-terms';
import { CONSOLE_PATHS } from '@candor/contract/console-paths';
import { useProposal } from '../../services/proposal/use-proposal.ts';

/** Sends proposed terms of a channel or of withdrawals. */
export function useTermsProposal(onClose: () => void, setFieldError: (field: string, text: string) => void) {
  const path = CONSOLE_PATHS.termsChanges;
  return useProposal({ path, schema: termsChangeView, stale: [['terms'], ['queue', path]], onClose, setFieldError });
}

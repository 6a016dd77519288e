import { useState } from 'react';
import type { KeptIntent } from '@candor/api-client/kept-intents';
import { useSession } from '../session/session.ts';
import { callTools, carryOut } from './kept-calls.ts';
import type { AskedCall } from './kept-calls.ts';
import type { SendTools } from './send-until-decided.ts';

/**
 * Runs the screen's calls. `isChecking`: an answer was lost, and the call is being looked up; the member must neither
 * repeat it nor think that it failed.
 */
export function useKeptCall<Intent extends KeptIntent>(intents: SendTools<Intent>['intents']) {
  const account = useSession((session) => session.name);
  const [isChecking, setIsChecking] = useState(false);
  return {
    isChecking,
    async run<Answer>(this: void, asked: AskedCall<Intent>, send: (key: string) => Promise<Answer>): Promise<Answer> {
      try {
        return await carryOut<Intent, Answer>(
          { ...asked, account },
          send,
          () => setIsChecking(true),
          callTools(intents),
        );
      } finally {
        setIsChecking(false);
      }
    },
  };
}

import { useState } from 'react';
import { useSession } from '../../services/session/session.ts';
import { carryOut } from './kept-calls.ts';
import type { CashierIntent } from './kept-calls.ts';

type Asked = Pick<CashierIntent, 'call' | 'id' | 'body'>;

/**
 * Runs the screen's calls. `isChecking`: an answer was lost, and the call is being looked up; the member must neither
 * repeat it nor think that it failed.
 */
export function useCashierCall() {
  const account = useSession((session) => session.name);
  const [isChecking, setIsChecking] = useState(false);
  return {
    isChecking,
    async run<Answer>(this: void, asked: Asked, send: (key: string) => Promise<Answer>): Promise<Answer> {
      try {
        return await carryOut({ ...asked, account }, send, () => setIsChecking(true));
      } finally {
        setIsChecking(false);
      }
    },
  };
}

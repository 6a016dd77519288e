import { joinVisitor as joinVisitorCall } from '@candor/contract/calls/support';
import { ApiError } from '@candor/api-client/api-error';
import { VISITOR_HEADER } from '@candor/contract/support';
import { call } from '../../services/api/request.ts';
import { forgetVisitor, knownVisitorSecret } from './channel.ts';

/**
 * What a visitor wrote on this device becomes part of the member's conversation once they logged in. The server tells the
 * member's screens itself. If no answer comes, the secret stays and the next visit tries again; so it does if the member
 * joined another conversation before: this one can be read after logging out.
 */
export async function joinVisitor(): Promise<void> {
  const secret = knownVisitorSecret();
  if (secret === null) return;
  try {
    await call(joinVisitorCall, { headers: { [VISITOR_HEADER]: secret } });
  } catch (error) {
    if (!(error instanceof ApiError && error.key === 'VISITOR_CHAT_NOT_FOUND')) return;
  }
  forgetVisitor();
}

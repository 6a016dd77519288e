import { createApi } from '@candor/api-client/api';
import { createHosts } from '@candor/api-client/hosts';
import { language } from '../../lib/language.ts';
import { isAttended } from '../session/attention.ts';
import { puzzle } from '../puzzle/solver.ts';
import { currentToken, endSession } from '../session/session.ts';

/** The request layer of the console. It talks to its own address alone. */
export const api = createApi({
  hosts: createHosts('console_host'),
  token: currentToken,
  onUnauthorized: () => endSession('expired'),
  language: language.get,
  puzzle,
  headers: () => (isAttended() ? {} : { 'X-Candor-Unattended': '1' }),
});

export const { call, picture } = api;

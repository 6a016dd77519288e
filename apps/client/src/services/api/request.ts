import { createApi } from '@candor/api-client/api';
import { language } from '../../lib/language.ts';
import { askConfirmation } from '../session/confirmation.ts';
import { deviceKeys } from '../session/device-keys.ts';
import { puzzle } from '../puzzle/puzzle.ts';
import { freezeUntold } from '../session/interruption.ts';
import { session } from '../session/session.ts';
import { takeEarly } from './early.ts';
import { hosts } from './hosts.ts';

const END_REASONS = { session: 'expired', frozen: 'frozen', 'device-key': 'no-device-key' } as const;

/** The request layer of this app: its hosts, session and language. If the server refuses a token, the session ends. */
export const api = createApi({
  hosts,
  token: session.token,
  onUnauthorized: (why, refusal) => {
    if (why === 'frozen') freezeUntold.set(refusal);
    session.end(END_REASONS[why]);
  },
  sign: deviceKeys.sign,
  language: language.get,
  confirm: askConfirmation,
  puzzle,
  early: (url, token) => takeEarly(url, token, language.get()),
});

export const { call, picture } = api;

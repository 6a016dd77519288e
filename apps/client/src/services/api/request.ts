import { createApi } from '@candor/api-client/api';
import { language } from '../../lib/language.ts';
import { askConfirmation } from '../session/confirmation.ts';
import { deviceKeys } from '../session/device-keys.ts';
import { puzzle } from '../puzzle/puzzle.ts';
import { session } from '../session/session.ts';
import { takeEarly } from './early.ts';
import { hosts } from './hosts.ts';

/** The request layer of this app: its hosts, session and language. If the server refuses a token, the session ends. */
export const api = createApi({
  hosts,
  token: session.token,
  onUnauthorized: (why) => session.end(why === 'session' ? 'expired' : 'no-device-key'),
  sign: deviceKeys.sign,
  language: language.get,
  confirm: askConfirmation,
  puzzle,
  early: (url, token) => takeEarly(url, token, language.get()),
});

export const { call, picture, get, post, put, del, getPicture } = api;

import { isSoundPoint } from '@candor/proof/sound-point';
import { Refused } from '../../platform/http/http-app.ts';
import { POINT_BYTES, readKey } from '../signatures/device-signature.ts';

/** The key in a login or registration. @throws Refused if it is no key, or one that anyone can sign for */
export function readDeviceKey(text: string | undefined): Buffer | null {
  if (text === undefined) return null;
  const raw = Buffer.from(text, 'base64url');
  try {
    readKey(raw);
    if (raw.length !== POINT_BYTES && !isSoundPoint(raw)) throw new Error('anyone can sign for this key');
    return raw;
  } catch {
    throw new Refused('FIELD_INVALID', { fields: { deviceKey: 'FIELD_INVALID' } });
  }
}

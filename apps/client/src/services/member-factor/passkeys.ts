/* What the browser does with passkeys. The library loads when it is needed. */

import type { AssertionOptions, CreationOptions, PasskeyAssertion, PasskeyCreation } from '@candor/contract/factors';

/** Passkeys need a secure page and a host name: no browser makes one for a bare address. */
export function arePasskeysPossible({ isSecure, hostname, hasApi }: PasskeyPlace = here()): boolean {
  return isSecure && hasApi && !/^[\d.]+$|^\[/.test(hostname);
}

interface PasskeyPlace {
  isSecure: boolean;
  hostname: string;
  hasApi: boolean;
}

function here(): PasskeyPlace {
  return {
    isSecure: globalThis.isSecureContext,
    hostname: location.hostname,
    hasApi: 'PublicKeyCredential' in globalThis,
  };
}

/** Asks one of these passkeys to sign. Null when the member does not, or the browser cannot. */
export async function signWithPasskey(optionsJSON: AssertionOptions): Promise<PasskeyAssertion | null> {
  const { startAuthentication } = await import('@simplewebauthn/browser');
  const answer = await startAuthentication({ optionsJSON }).catch(() => null);
  if (answer === null) return null;
  const { clientDataJSON, authenticatorData, signature } = answer.response;
  return {
    id: answer.id,
    rawId: answer.rawId,
    type: 'public-key',
    response: { clientDataJSON, authenticatorData, signature },
  };
}

/** Makes a passkey. Null when the member does not, or the browser cannot. */
export async function makePasskey(optionsJSON: CreationOptions): Promise<PasskeyCreation | null> {
  const { startRegistration } = await import('@simplewebauthn/browser');
  const answer = await startRegistration({ optionsJSON }).catch(() => null);
  if (answer === null) return null;
  const { clientDataJSON, attestationObject, transports = [] } = answer.response;
  return {
    id: answer.id,
    rawId: answer.rawId,
    type: 'public-key',
    response: { clientDataJSON, attestationObject, transports: [...transports] },
  };
}

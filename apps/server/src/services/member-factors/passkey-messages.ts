/*
 * What browsers are asked about passkeys and what they answer, as WebAuthn writes it in JSON. Bytes are base64url. The
 * contract has the same as schemas.
 */

const TRANSPORTS = ['ble', 'cable', 'hybrid', 'internal', 'nfc', 'smart-card', 'usb'] as const;
export type Transport = (typeof TRANSPORTS)[number];

/** The transports that are known today. Those of a later time are left out. */
export function knownTransports(named: readonly string[]): Transport[] {
  return TRANSPORTS.filter((transport) => named.includes(transport));
}

interface Credential {
  id: string;
  rawId: string;
  type: 'public-key';
}

export interface PasskeyAssertion extends Credential {
  response: { clientDataJSON: string; authenticatorData: string; signature: string };
}

export interface PasskeyCreation extends Credential {
  response: { clientDataJSON: string; attestationObject: string; transports?: string[] | undefined };
}

interface Descriptor {
  id: string;
  type: 'public-key';
  transports: Transport[];
}

export interface AssertionOptions {
  challenge: string;
  rpId: string;
  timeout: number;
  userVerification: 'required';
  allowCredentials: Descriptor[];
}

export interface CreationOptions {
  challenge: string;
  rp: { id: string; name: string };
  user: { id: string; name: string; displayName: string };
  pubKeyCredParams: { type: 'public-key'; alg: number }[];
  timeout: number;
  excludeCredentials: Descriptor[];
  authenticatorSelection: { residentKey: 'preferred'; userVerification: 'required' };
  attestation: 'none';
}

import { verifyAuthenticationResponse, verifyRegistrationResponse } from '@simplewebauthn/server';
import type { PasskeyRow, NewPasskey } from './factor-store.ts';
import { knownTransports } from './passkey-messages.ts';
import type { AssertionOptions, CreationOptions, PasskeyAssertion, PasskeyCreation } from './passkey-messages.ts';
import type { PasskeySite } from './passkey-site.ts';

/*
 * Passkeys (WebAuthn): what browsers are asked, and whether their answer is true. The person must be verified by the device,
 * with a fingerprint, a face or a PIN. Who made the device is not asked.
 */

const TIMEOUT_MS = 120_000;
/** Ed25519, ES256, RS256: what every authenticator of today can do. */
const ALGORITHMS = [-8, -7, -257];

type Known = Pick<PasskeyRow, 'credentialId' | 'transports'>;

function descriptors(passkeys: readonly Known[]): AssertionOptions['allowCredentials'] {
  return passkeys.map(({ credentialId, transports }) => ({
    id: credentialId.toString('base64url'),
    type: 'public-key',
    transports: knownTransports(transports),
  }));
}

/** What to ask when one of these passkeys is to sign. Those of other hosts are left out: the browser would not use them. */
export function assertionOptions(
  challenge: string,
  { rpId }: PasskeySite,
  passkeys: readonly (Known & Pick<PasskeyRow, 'rpId'>)[],
): AssertionOptions {
  return {
    challenge,
    rpId,
    timeout: TIMEOUT_MS,
    userVerification: 'required',
    allowCredentials: descriptors(passkeys.filter((passkey) => passkey.rpId === rpId)),
  };
}

export interface PasskeyOwner {
  /** Says nothing about the member: authenticators keep it. */
  readonly handle: Buffer;
  readonly username: string;
  readonly siteName: string;
}

export function creationOptions(
  challenge: string,
  { rpId }: PasskeySite,
  owner: PasskeyOwner,
  passkeys: readonly Known[],
): CreationOptions {
  return {
    challenge,
    rp: { id: rpId, name: owner.siteName },
    user: { id: owner.handle.toString('base64url'), name: owner.username, displayName: owner.username },
    pubKeyCredParams: ALGORITHMS.map((alg) => ({ type: 'public-key', alg })),
    timeout: TIMEOUT_MS,
    excludeCredentials: descriptors(passkeys),
    authenticatorSelection: { residentKey: 'preferred', userVerification: 'required' },
    attestation: 'none',
  };
}

/** The passkey that a browser made for this challenge; undefined when the answer is not true. */
export async function verifyCreation(
  answer: PasskeyCreation,
  challenge: string,
  { rpId, origin }: PasskeySite,
): Promise<Omit<NewPasskey, 'slot' | 'name'> | undefined> {
  const { transports = [], ...response } = answer.response;
  const verified = await verifyRegistrationResponse({
    response: { ...answer, response, clientExtensionResults: {} },
    expectedChallenge: challenge,
    expectedOrigin: origin,
    expectedRPID: rpId,
    requireUserVerification: true,
    supportedAlgorithmIDs: ALGORITHMS,
  }).catch(() => undefined);
  if (verified?.verified !== true) return undefined;
  const { credential } = verified.registrationInfo;
  return {
    credentialId: Buffer.from(credential.id, 'base64url'),
    publicKey: Buffer.from(credential.publicKey),
    signCount: BigInt(credential.counter),
    transports: knownTransports(transports),
    rpId,
  };
}

/** The new count of the passkey that signed this challenge; undefined when the answer is not true. */
export async function verifyAssertion(
  answer: PasskeyAssertion,
  challenge: string,
  { origin }: PasskeySite,
  passkey: PasskeyRow,
): Promise<number | undefined> {
  const verified = await verifyAuthenticationResponse({
    response: { ...answer, clientExtensionResults: {} },
    expectedChallenge: challenge,
    expectedOrigin: origin,
    expectedRPID: passkey.rpId,
    requireUserVerification: true,
    credential: {
      id: passkey.credentialId.toString('base64url'),
      publicKey: new Uint8Array(passkey.publicKey),
      // A count that does not grow is refused: somebody has a copy of the passkey.
      counter: Number(passkey.signCount),
      transports: knownTransports(passkey.transports),
    },
  }).catch(() => undefined);
  return verified?.verified === true ? verified.authenticationInfo.newCounter : undefined;
}

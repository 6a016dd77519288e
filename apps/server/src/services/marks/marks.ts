import { hash } from 'node:crypto';
import { plainName } from '@candor/domain/identity/bank-card';
import { networkOf } from '../../platform/http/client-address.ts';
import type { Fingerprints } from '../idempotency/idempotency.ts';

/*
 * Marks tell that two accounts have the same card, device, browser or network, without saying which: a mark is a keyed hash. The
 * mark of an identity is the hash of its number, which its submission carries. An ID number is always one of mainland China, the
 * only form that the site takes, so that no country is part of it.
 */

/**
 * Zeros before a number do not make it another card.
 * @param digits the whole number, digits only
 */
export function cardMark(fingerprints: Fingerprints, digits: string): Buffer {
  return fingerprints.of({ mark: 'card', digits: digits.replace(/^0+/, '') });
}

/** The database makes the same mark from the key of a session. A public key is random, so that the hash needs no secret. */
export function deviceMark(publicKey: Buffer): Buffer {
  return hash('sha256', publicKey, 'buffer');
}

/** @param token the device token that a login on this browser returned, to whichever member */
export function browserMark(fingerprints: Fingerprints, token: string): Buffer {
  return fingerprints.of({ mark: 'browser', token });
}

export function networkMark(fingerprints: Fingerprints, address: string): Buffer {
  return fingerprints.of({ mark: 'network', network: networkOf(address) });
}

/** Of a person's name, however its parts are set apart. Many people have one name: it tells nobody apart, and is found by the whole alone. */
export function nameMark(fingerprints: Fingerprints, name: string): Buffer {
  return fingerprints.of({ mark: 'name', name: plainName(name) });
}

/**
 * What a time stamping authority is asked and answers (RFC 3161). The answer is checked before anything of it is kept: it
 * must be for these bytes and this request, and signed by a certificate that one of the trusted ones vouches for.
 */
import { hash as digest } from 'node:crypto';
import { Integer, Null, OctetString } from 'asn1js';
import {
  AlgorithmIdentifier,
  Certificate,
  MessageImprint,
  PKIStatus,
  SignedData,
  TimeStampReq,
  TimeStampResp,
  TSTInfo,
} from 'pkijs';

export interface TimeStamp {
  /** The authority's time, epoch milliseconds. */
  readonly atMs: number;
  /** The subject of the certificate that signed, one line. */
  readonly authority: string;
  /** DER of the token: a CMS SignedData. */
  readonly token: Uint8Array;
}

const SHA256 = '2.16.840.1.101.3.4.2.1';
const EXTENDED_KEY_USAGE = '2.5.29.37';
const TIME_STAMPING = '1.3.6.1.5.5.7.3.8';
const NAME_LENGTH_MAX = 200;
/** As far as the authority's clock may be from ours. */
const CLOCKS_APART_MS_MAX = 10 * 60_000;

/** DER of a request for the SHA-256 of `data`. `nonce`: 8 random bytes, the first below 128 and not 0. */
export function writeTimeStampRequest(data: Uint8Array, nonce: Uint8Array): Uint8Array {
  const request = new TimeStampReq({
    version: 1,
    messageImprint: new MessageImprint({
      hashAlgorithm: new AlgorithmIdentifier({ algorithmId: SHA256, algorithmParams: new Null() }),
      hashedMessage: new OctetString({ valueHex: copyOf(digest('sha256', data, 'buffer')) }),
    }),
    nonce: new Integer({ valueHex: copyOf(nonce) }),
    certReq: true,
  });
  return new Uint8Array(request.toSchema().toBER());
}

export interface AskedFor {
  readonly data: Uint8Array;
  readonly nonce: Uint8Array;
  /** DER of certificates that vouch for authorities. */
  readonly roots: readonly Uint8Array[];
  readonly nowMs: number;
}

/** @throws Error that says what is wrong with the answer */
export async function readTimeStampAnswer(answer: Uint8Array, asked: AskedFor): Promise<TimeStamp> {
  const { status, timeStampToken } = TimeStampResp.fromBER(copyOf(answer));
  const isGranted = status.status === PKIStatus.granted || status.status === PKIStatus.grantedWithMods;
  if (!isGranted || timeStampToken === undefined) throw new Error(`the authority refused (${status.status})`);
  const signed = new SignedData({ schema: timeStampToken.content });
  const content = signed.encapContentInfo.eContent?.getValue();
  if (content === undefined) throw new Error('the token is empty');
  const stamp = TSTInfo.fromBER(content);
  const atMs = stamp.genTime.getTime();
  const nonce = stamp.nonce?.valueBlock.valueHexView ?? new Uint8Array();
  if (Buffer.compare(nonce, asked.nonce) !== 0) throw new Error('the token is for another request');
  if (stamp.messageImprint.hashAlgorithm.algorithmId !== SHA256) throw new Error('the token is not over a SHA-256');
  if (Math.abs(atMs - asked.nowMs) > CLOCKS_APART_MS_MAX) throw new Error('the time of the token is far from ours');
  const authority = await signerOf(signed, { ...asked, at: stamp.genTime });
  return { atMs, authority, token: new Uint8Array(timeStampToken.toSchema().toBER()) };
}

/** Checks the signature, the bytes and the chain of certificates at that time. @throws Error if one of them is wrong */
async function signerOf(
  signed: SignedData,
  { data, roots, at }: Pick<AskedFor, 'data' | 'roots'> & { at: Date },
): Promise<string> {
  const { signatureVerified, signerCertificate } = await signed.verify({
    signer: 0,
    data: copyOf(data),
    trustedCerts: roots.map((root) => Certificate.fromBER(copyOf(root))),
    checkChain: true,
    checkDate: at,
    extendedMode: true,
  });
  if (signatureVerified !== true || signerCertificate === undefined || signerCertificate === null)
    throw new Error('the signature of the token is wrong');
  if (!isForTimeStamps(signerCertificate)) throw new Error('the certificate is not for time stamps');
  const names = signerCertificate.subject.typesAndValues.map(({ value }) => value.valueBlock.value);
  return names
    .join(', ')
    .replaceAll(/[\p{C}\s]+/gu, ' ')
    .slice(0, NAME_LENGTH_MAX);
}

function isForTimeStamps({ extensions }: Certificate): boolean {
  const usage: unknown = extensions?.find(({ extnID }) => extnID === EXTENDED_KEY_USAGE)?.parsedValue;
  if (typeof usage !== 'object' || usage === null || !('keyPurposes' in usage)) return false;
  return Array.isArray(usage.keyPurposes) && usage.keyPurposes.length === 1 && usage.keyPurposes[0] === TIME_STAMPING;
}

/** The library keeps views on whole buffers, and those of Node are shared. */
function copyOf(bytes: Uint8Array): ArrayBuffer {
  return new Uint8Array(bytes).buffer;
}

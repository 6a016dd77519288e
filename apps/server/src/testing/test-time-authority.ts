import { once } from 'node:events';
import { createServer } from 'node:http';
import type { RequestListener } from 'node:http';
import { Integer, OctetString, Utf8String } from 'asn1js';
import {
  AttributeTypeAndValue,
  BasicConstraints,
  Certificate,
  ContentInfo,
  EncapsulatedContentInfo,
  ExtKeyUsage,
  Extension,
  IssuerAndSerialNumber,
  PKIStatusInfo,
  SignedData,
  SignerInfo,
  TimeStampReq,
  TimeStampResp,
  TSTInfo,
} from 'pkijs';

const COMMON_NAME = '2.5.4.3';
const SIGNED_DATA = '1.2.840.113549.1.7.2';
const TST_INFO = '1.2.840.113549.1.9.16.1.4';
const BASIC_CONSTRAINTS = '2.5.29.19';
const EXTENDED_KEY_USAGE = '2.5.29.37';
export const TIME_STAMPING = '1.3.6.1.5.5.7.3.8';
const CURVE = { name: 'ECDSA', namedCurve: 'P-256' } as const;

interface Issuer {
  readonly certificate: Certificate;
  readonly key: CryptoKey;
}

/** What a test may have it do otherwise. */
export interface Answering {
  readonly atMs: number;
  /** What its certificate is for. */
  readonly purpose?: string;
  /** In place of the digest that it was asked for. */
  readonly digest?: Uint8Array;
  readonly status?: number;
}

export interface TestTimeAuthority {
  /** DER of the certificate that vouches for it. */
  readonly root: Uint8Array;
  /** DER of the answer to the DER of a request. */
  readonly answer: (request: Uint8Array, answering: Answering) => Promise<Uint8Array>;
}

/** An authority with keys of its own, that speaks RFC 3161. */
export async function makeTimeAuthority(): Promise<TestTimeAuthority> {
  const root = await issue('Test root', null);
  return {
    root: new Uint8Array(root.certificate.toSchema().toBER()),
    answer: async (request, { atMs, purpose = TIME_STAMPING, digest, status = 0 }) => {
      const asked = TimeStampReq.fromBER(bufferOf(request));
      const signer = await issue('Test time', root, purpose);
      const imprint = asked.messageImprint;
      if (digest !== undefined) imprint.hashedMessage = new OctetString({ valueHex: bufferOf(digest) });
      const stamp = new TSTInfo({
        version: 1,
        policy: '1.2.3.4.1',
        messageImprint: imprint,
        serialNumber: new Integer({ value: 7 }),
        genTime: new Date(atMs),
        ...(asked.nonce === undefined ? {} : { nonce: asked.nonce }),
      });
      const content = new EncapsulatedContentInfo({
        eContentType: TST_INFO,
        eContent: new OctetString({ valueHex: stamp.toSchema().toBER() }),
      });
      const signed = new SignedData({
        version: 3,
        encapContentInfo: content,
        certificates: [signer.certificate],
        signerInfos: [
          new SignerInfo({
            version: 1,
            sid: new IssuerAndSerialNumber({
              issuer: signer.certificate.issuer,
              serialNumber: signer.certificate.serialNumber,
            }),
          }),
        ],
      });
      await signed.sign(signer.key, 0, 'SHA-256');
      const response = new TimeStampResp({
        status: new PKIStatusInfo({ status }),
        ...(status > 1
          ? {}
          : { timeStampToken: new ContentInfo({ contentType: SIGNED_DATA, content: signed.toSchema(true) }) }),
      });
      return new Uint8Array(response.toSchema().toBER());
    },
  };
}

/** A certificate of a new key, by an issuer or by itself. */
async function issue(name: string, issuer: Issuer | null, purpose?: string): Promise<Issuer> {
  const { publicKey, privateKey } = await crypto.subtle.generateKey(CURVE, true, ['sign', 'verify']);
  const certificate = new Certificate({
    version: 2,
    serialNumber: new Integer({ value: issuer === null ? 1 : 2 }),
    extensions: [],
  });
  certificate.subject.typesAndValues.push(
    new AttributeTypeAndValue({ type: COMMON_NAME, value: new Utf8String({ value: name }) }),
  );
  certificate.issuer = issuer === null ? certificate.subject : issuer.certificate.subject;
  certificate.notBefore.value = new Date('2020-01-01T00:00:00Z');
  certificate.notAfter.value = new Date('2049-01-01T00:00:00Z');
  const [extnID, value] =
    purpose === undefined
      ? [BASIC_CONSTRAINTS, new BasicConstraints({ cA: true })]
      : [EXTENDED_KEY_USAGE, new ExtKeyUsage({ keyPurposes: [purpose] })];
  certificate.extensions?.push(
    new Extension({ extnID, critical: true, extnValue: value.toSchema().toBER(), parsedValue: value }),
  );
  await certificate.subjectPublicKeyInfo.importKey(publicKey);
  await certificate.sign(issuer?.key ?? privateKey, 'SHA-256');
  return { certificate, key: privateKey };
}

function bufferOf(bytes: Uint8Array): ArrayBuffer {
  return new Uint8Array(bytes).buffer;
}

export interface ServedAuthority {
  readonly url: string;
  readonly stop: () => Promise<void>;
}

/** Serves answers at an address of this machine. */
export async function serveTimeAuthority(listener: RequestListener): Promise<ServedAuthority> {
  const server = createServer(listener);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  return {
    url: `http://127.0.0.1:${address.port}/stamp`,
    stop: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

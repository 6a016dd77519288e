/** What this package needs of a platform: node:crypto on the server and in the command, WebCrypto in a browser. */
export type ProofCrypto = {
  readonly sha256: (bytes: Uint8Array<ArrayBuffer>) => Promise<Uint8Array>;
  /**
   * RFC 8032 without the cofactor, as OpenSSL and BoringSSL have it: S below the order of the group, R the very bytes that
   * come out. False for anything that does not verify, a key that is no point of the curve included: it must not reject.
   */
  readonly verifyEd25519: (
    publicKey: Uint8Array<ArrayBuffer>,
    message: Uint8Array<ArrayBuffer>,
    signature: Uint8Array<ArrayBuffer>,
  ) => Promise<boolean>;
};

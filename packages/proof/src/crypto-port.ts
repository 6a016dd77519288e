/** What this package needs from a platform: node:crypto on the server and in the command, WebCrypto in a browser. */
export type ProofCrypto = {
  readonly sha256: (bytes: Uint8Array<ArrayBuffer>) => Promise<Uint8Array>;
  /**
   * RFC 8032 without the cofactor, as in OpenSSL and BoringSSL: S is below the group order, and R equals the computed
   * bytes exactly. False for anything that does not verify, including a key that is not a point of the curve. It must
   * not reject.
   */
  readonly verifyEd25519: (
    publicKey: Uint8Array<ArrayBuffer>,
    message: Uint8Array<ArrayBuffer>,
    signature: Uint8Array<ArrayBuffer>,
  ) => Promise<boolean>;
  /**
   * ECDSA with P-256 and SHA-256. The key is an uncompressed point, 65 bytes; the signature is r and s, 32 bytes each, the
   * high byte first. False for anything that does not verify. It must not reject.
   */
  readonly verifyP256: (
    publicKey: Uint8Array<ArrayBuffer>,
    message: Uint8Array<ArrayBuffer>,
    signature: Uint8Array<ArrayBuffer>,
  ) => Promise<boolean>;
};

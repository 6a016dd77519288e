import * as z from 'zod/mini';

/** What the process that signs says of itself. */
export const signerState = z.object({
  /** `ok`, or in a few words why it cannot sign. */
  state: z.string(),
  /** The public halves of its keys, 64 hex digits each: the one that signs, and the one before it during a rotation. */
  keys: z.array(z.string().check(z.regex(/^[0-9a-f]{64}$/))),
});
export type SignerState = z.infer<typeof signerState>;

/** No text that is signed comes near it. */
export const TEXT_BYTES_MAX = 4_096;
export const SIGNATURE_BYTES = 64;

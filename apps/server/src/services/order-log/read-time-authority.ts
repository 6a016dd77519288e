import { X509Certificate } from 'node:crypto';
import { readFile } from 'node:fs/promises';

/** A time stamping authority (RFC 3161). */
export interface TimeAuthority {
  readonly url: string;
  /** DER of the certificates that vouch for it. */
  readonly roots: readonly Uint8Array[];
}

const ROOTS_MAX = 20;
const CERTIFICATE = /-----BEGIN CERTIFICATE-----[A-Za-z0-9+/=\s]+-----END CERTIFICATE-----/g;

/** @throws Error that names the setting, for a file that has no certificates */
export async function readTimeAuthority(
  setting: { readonly url: string; readonly rootsFile: string } | undefined,
): Promise<TimeAuthority | undefined> {
  if (setting === undefined) return undefined;
  const { url, rootsFile } = setting;
  try {
    const texts = (await readFile(rootsFile, 'utf8')).match(CERTIFICATE) ?? [];
    if (texts.length === 0 || texts.length > ROOTS_MAX) throw new Error(`it has ${texts.length} certificates`);
    return { url, roots: texts.map((text) => new Uint8Array(new X509Certificate(text).raw)) };
  } catch (error) {
    const reason = error instanceof Error ? error.message : '';
    throw new Error(
      `Settings are wrong:\n  TIMESTAMP_ROOTS: a file with one to ${ROOTS_MAX} certificates (PEM) that vouch for the authority: ${reason}`,
      { cause: error },
    );
  }
}

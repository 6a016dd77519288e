import { resolve } from 'node:path';
import * as z from 'zod/mini';

/** The name of a token has room for 32 bytes; names of keys are as long here. */
const tokenName = z.string().check(z.regex(/^[\x21-\x7e]{1,32}$/, 'up to 32 plain characters, no blanks'));

export const tokenSettings = {
  PKCS11_MODULE: z.optional(z.string()),
  PKCS11_TOKEN: z.optional(tokenName),
  PKCS11_KEY: z.optional(tokenName),
  PKCS11_PREVIOUS_KEY: z.optional(tokenName),
  PKCS11_PIN_FILE: z.optional(z.string()),
};

/** A token that is reached by PKCS #11, and its keys by their names. */
export interface TokenNames {
  readonly module: string;
  readonly token: string;
  readonly key: string;
  /** The key before, while it hands over. */
  readonly previousKey: string | undefined;
  readonly pinFile: string;
}

type Given = Readonly<
  Partial<Record<keyof typeof tokenSettings | 'SIGNER_SOCKET' | 'SECRETS_DIR' | 'DATA_DIR', string | undefined>>
>;

/** Where the key that signs is, when it is no file. @throws Error that names what is missing */
export function checkedSigning(given: Given): TokenNames | { readonly socket: string } | undefined {
  const { PKCS11_PREVIOUS_KEY: previousKey, PKCS11_PIN_FILE: pinFile, SIGNER_SOCKET: socket } = given;
  const names = [given.PKCS11_MODULE, given.PKCS11_TOKEN, given.PKCS11_KEY, previousKey, pinFile];
  if (names.every((setting) => setting === undefined)) return socket === undefined ? undefined : { socket };
  if (socket !== undefined)
    throw new Error(
      'Settings are wrong:\n  SIGNER_SOCKET: whoever listens there has the settings PKCS11_…; set either',
    );
  return tokenNames(given);
}

/** The settings of the process that signs, which has no others. @throws Error that names what is missing */
export function readTokenSettings(
  env: Given & Readonly<Partial<Record<'LOG_LEVEL', string | undefined>>>,
): TokenNames & {
  socket: string;
  level: string;
} {
  const { SIGNER_SOCKET: socket, LOG_LEVEL: level = 'info' } = env;
  if (socket === undefined)
    throw new Error('Settings are wrong:\n  SIGNER_SOCKET: where the process that signs listens');
  return { ...tokenNames(env), socket, level };
}

function tokenNames(given: Given): TokenNames {
  const { PKCS11_MODULE: module, PKCS11_TOKEN: token, PKCS11_KEY: key, PKCS11_PREVIOUS_KEY: previousKey } = given;
  if (module === undefined || token === undefined || key === undefined || previousKey === key)
    throw new Error(
      'Settings are wrong:\n  PKCS11_MODULE, PKCS11_TOKEN, PKCS11_KEY: set all three; PKCS11_PREVIOUS_KEY is another key',
    );
  const secretsDir = given.SECRETS_DIR ?? `${given.DATA_DIR ?? '.candor'}/secrets`;
  return { module, token, key, previousKey, pinFile: resolve(given.PKCS11_PIN_FILE ?? `${secretsDir}/token.pin`) };
}

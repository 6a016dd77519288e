import koffi from 'koffi';

/**
 * The few calls of PKCS #11 that a signature needs. The library of a token is code in C with the rights of its process: only the
 * process that signs loads one (decision 167). Calls that come one after the other need no lock.
 */
export interface OpenToken {
  readonly keys: readonly TokenKey[];
  /** The Ed25519 signature of these bytes. @throws TokenError */
  readonly sign: (key: TokenKey, bytes: Uint8Array) => Uint8Array;
  /** @throws TokenError when the session is gone */
  readonly look: () => void;
  readonly close: () => void;
}

export interface TokenKey {
  readonly label: string;
  /** 32 bytes. */
  readonly publicKey: Uint8Array;
  readonly handle: number;
}

export interface TokenPlace {
  /** The token's library. */
  readonly module: string;
  /** The name of the token. */
  readonly token: string;
  /** The names of the keys that are wanted. */
  readonly keys: readonly string[];
  readonly pin: Buffer;
}

/** What the token answered, in words that hold nothing secret. */
export class TokenError extends Error {
  override name = 'TokenError';
  /** Another try with the same PIN may lock the token. */
  readonly isPinRefused: boolean;
  constructor(message: string, isPinRefused = false) {
    super(message);
    this.isPinRefused = isPinRefused;
  }
}

/** The functions of PKCS #11 2.40 in the order of their list, as far as the last one used. */
const FUNCTIONS =
  'Initialize Finalize GetInfo GetFunctionList GetSlotList GetSlotInfo GetTokenInfo GetMechanismList ' +
  'GetMechanismInfo InitToken InitPIN SetPIN OpenSession CloseSession CloseAllSessions GetSessionInfo ' +
  'GetOperationState SetOperationState Login Logout CreateObject CopyObject DestroyObject GetObjectSize ' +
  'GetAttributeValue SetAttributeValue FindObjectsInit FindObjects FindObjectsFinal EncryptInit Encrypt ' +
  'EncryptUpdate EncryptFinal DecryptInit Decrypt DecryptUpdate DecryptFinal DigestInit Digest DigestUpdate ' +
  'DigestKey DigestFinal SignInit Sign';

const CKF_SERIAL_SESSION = 4;
const CKU_USER = 1;
const CKA_CLASS = 0;
const CKA_LABEL = 3;
const CKA_EC_POINT = 0x181;
const CKO_PUBLIC_KEY = 2;
const CKO_PRIVATE_KEY = 3;
const CKM_EDDSA = 0x1057;
const CKR_ALREADY_INITIALIZED = 0x191;
const CKR_ALREADY_LOGGED_IN = 0x100;

const PIN_REFUSED = new Set([0xa0, 0xa1, 0xa2, 0xa3, 0xa4]);
const ANSWERS: Readonly<Record<number, string>> = {
  0x05: 'the library failed',
  0x06: 'the library failed',
  0x30: 'the token has a fault',
  0x32: 'the token was taken out',
  0x70: 'the token does not sign with Ed25519',
  0xa0: 'the token refuses the PIN',
  0xa1: 'the token refuses the PIN',
  0xa2: 'the token refuses the PIN',
  0xa3: 'the PIN has expired',
  0xa4: 'the PIN is locked',
  0xb3: 'the session with the token is gone',
  0xe0: 'the token is not there',
  0xe1: 'the token is not known to its library',
  0x101: 'the token has logged this process out',
};

const SLOTS_MAX = 64;
const TOKEN_INFO_BYTES = 512;
const LABEL_BYTES = 32;
const POINT_BYTES_MAX = 64;
const PUBLIC_KEY_BYTES = 32;
const SIGNATURE_BYTES = 64;

/** @throws TokenError, or Error when the library cannot be loaded */
export function openToken({ module, token, keys, pin }: TokenPlace): OpenToken {
  const call = loadModule(module);
  const initialized = call.Initialize(null);
  if (initialized !== CKR_ALREADY_INITIALIZED) require0(initialized);
  const close = (): void => void call.Finalize(null);
  try {
    const session = openSession(call, token, pin);
    return {
      keys: keys.map((label) => findKey(call, session, label)),
      sign: ({ handle }, bytes) => {
        const signature = Buffer.alloc(SIGNATURE_BYTES);
        const length = [SIGNATURE_BYTES];
        require0(call.SignInit(session, { mechanism: CKM_EDDSA, pParameter: null, ulParameterLen: 0 }, handle));
        require0(call.Sign(session, bytes, bytes.length, signature, length));
        if (length[0] !== SIGNATURE_BYTES) throw new TokenError('the token gives no Ed25519 signature');
        return new Uint8Array(signature);
      },
      look: () => require0(call.GetSessionInfo(session, Buffer.alloc(TOKEN_INFO_BYTES))),
      close,
    };
  } catch (error) {
    close();
    throw error;
  }
}

function openSession(call: Calls, wanted: string, pin: Buffer): number {
  const slots = Array.from({ length: SLOTS_MAX }, () => 0);
  const count = [SLOTS_MAX];
  require0(call.GetSlotList(1, slots, count));
  const slot = slots.slice(0, count[0]).find((id) => {
    const info = Buffer.alloc(TOKEN_INFO_BYTES);
    return call.GetTokenInfo(id, info) === 0 && info.toString('utf8', 0, LABEL_BYTES).trimEnd() === wanted;
  });
  if (slot === undefined) throw new TokenError('the token is not there');
  const session = [0];
  require0(call.OpenSession(slot, CKF_SERIAL_SESSION, null, null, session));
  const [handle = 0] = session;
  const loggedIn = call.Login(handle, CKU_USER, pin, pin.length);
  if (loggedIn !== CKR_ALREADY_LOGGED_IN) require0(loggedIn);
  return handle;
}

function findKey(call: Calls, session: number, label: string): TokenKey {
  const [handle, ...others] = findObjects(call, session, CKO_PRIVATE_KEY, label);
  const [half] = findObjects(call, session, CKO_PUBLIC_KEY, label);
  if (handle === undefined || half === undefined) throw new TokenError(`the token has no key named ${label}`);
  if (others.length > 0) throw new TokenError(`the token has several keys named ${label}`);
  const point = Buffer.alloc(POINT_BYTES_MAX);
  const asked = [{ type: CKA_EC_POINT, pValue: point, ulValueLen: POINT_BYTES_MAX }];
  require0(call.GetAttributeValue(session, half, asked, 1));
  // Some tokens wrap the 32 bytes as an OCTET STRING, others give them bare.
  const length = asked[0]?.ulValueLen ?? 0;
  if (length !== PUBLIC_KEY_BYTES && length !== PUBLIC_KEY_BYTES + 2)
    throw new TokenError(`the key named ${label} is no Ed25519 key`);
  return { label, handle, publicKey: new Uint8Array(point.subarray(length - PUBLIC_KEY_BYTES, length)) };
}

function findObjects(call: Calls, session: number, kind: number, label: string): number[] {
  const [ofKind, name] = [ulong(kind), Buffer.from(label, 'utf8')];
  const asked = [
    { type: CKA_CLASS, pValue: ofKind, ulValueLen: ofKind.length },
    { type: CKA_LABEL, pValue: name, ulValueLen: name.length },
  ];
  const [found, count] = [[0, 0], [0]];
  require0(call.FindObjectsInit(session, asked, asked.length));
  require0(call.FindObjects(session, found, found.length, count));
  require0(call.FindObjectsFinal(session));
  return found.slice(0, count[0]);
}

function ulong(value: number): Buffer {
  const bytes = Buffer.alloc(koffi.sizeof('ulong'));
  if (bytes.length === 8) bytes.writeBigUInt64LE(BigInt(value));
  else bytes.writeUInt32LE(value);
  return bytes;
}

function require0(answer: number): void {
  if (answer === 0) return;
  const words = ANSWERS[answer] ?? 'the token answers with a fault';
  throw new TokenError(`${words} (0x${answer.toString(16)})`, PIN_REFUSED.has(answer));
}

const SIGNATURES = {
  Initialize: 'ulong C_Initialize(void *args)',
  Finalize: 'ulong C_Finalize(void *reserved)',
  GetSlotList: 'ulong C_GetSlotList(uint8 present, _Out_ ulong *slots, _Inout_ ulong *count)',
  GetTokenInfo: 'ulong C_GetTokenInfo(ulong slot, _Out_ uint8 *info)',
  OpenSession: 'ulong C_OpenSession(ulong slot, ulong flags, void *of, void *notify, _Out_ ulong *session)',
  GetSessionInfo: 'ulong C_GetSessionInfo(ulong session, _Out_ uint8 *info)',
  Login: 'ulong C_Login(ulong session, ulong user, const uint8 *pin, ulong length)',
  FindObjectsInit: 'ulong C_FindObjectsInit(ulong session, CK_ATTRIBUTE *asked, ulong count)',
  FindObjects: 'ulong C_FindObjects(ulong session, _Out_ ulong *found, ulong max, _Out_ ulong *count)',
  FindObjectsFinal: 'ulong C_FindObjectsFinal(ulong session)',
  GetAttributeValue: 'ulong C_GetAttributeValue(ulong session, ulong object, _Inout_ CK_ATTRIBUTE *asked, ulong count)',
  SignInit: 'ulong C_SignInit(ulong session, CK_MECHANISM *mechanism, ulong key)',
  Sign: 'ulong C_Sign(ulong session, const uint8 *bytes, ulong length, _Out_ uint8 *signature, _Inout_ ulong *max)',
} as const;

type Call = (...args: readonly unknown[]) => number;
type Calls = Readonly<Record<keyof typeof SIGNATURES, Call>>;

/** Kept: a library that nothing names any more is unloaded, and its functions with it. */
let loaded:
  | { readonly module: string; readonly library: ReturnType<typeof koffi.load>; readonly calls: Calls }
  | undefined;

function loadModule(module: string): Calls {
  if (loaded?.module === module) return loaded.calls;
  const version = koffi.struct({ major: 'uint8', minor: 'uint8' });
  const list = koffi.struct({ version, ...Object.fromEntries(FUNCTIONS.split(' ').map((name) => [name, 'void *'])) });
  koffi.struct('CK_ATTRIBUTE', { type: 'ulong', pValue: 'void *', ulValueLen: 'ulong' });
  koffi.struct('CK_MECHANISM', { mechanism: 'ulong', pParameter: 'void *', ulParameterLen: 'ulong' });
  const pointer: unknown[] = [null];
  const library = koffi.load(module);
  const answer: unknown = library.func('ulong C_GetFunctionList(_Out_ void **list)')(pointer);
  require0(Number(answer));
  const functions: unknown = koffi.decode(pointer[0], list);
  const callOf = (name: keyof typeof SIGNATURES): Call => {
    const entry: unknown =
      typeof functions === 'object' && functions !== null ? Reflect.get(functions, name) : undefined;
    const called: unknown = koffi.decode(entry, koffi.proto(SIGNATURES[name]));
    if (typeof called !== 'function') throw new Error(`the library has no C_${name}`);
    return (...args) => {
      const answered: unknown = Reflect.apply(called, undefined, args);
      return Number(answered);
    };
  };
  const calls = {
    Initialize: callOf('Initialize'),
    Finalize: callOf('Finalize'),
    GetSlotList: callOf('GetSlotList'),
    GetTokenInfo: callOf('GetTokenInfo'),
    OpenSession: callOf('OpenSession'),
    GetSessionInfo: callOf('GetSessionInfo'),
    Login: callOf('Login'),
    FindObjectsInit: callOf('FindObjectsInit'),
    FindObjects: callOf('FindObjects'),
    FindObjectsFinal: callOf('FindObjectsFinal'),
    GetAttributeValue: callOf('GetAttributeValue'),
    SignInit: callOf('SignInit'),
    Sign: callOf('Sign'),
  };
  loaded = { module, library, calls };
  return calls;
}

import pino from 'pino';

/*
 * What a line of the log may show. Secrets are removed by the name of their field, wherever they stand. The name `code` means
 * two things: in an error it says what went wrong and is kept, anywhere else it opens something and is removed.
 */

const REMOVED = '[removed]';
/** Deeper objects are not written: a line is no dump. */
const DEPTH_MAX = 8;

/** Parts of names: what opens an account or a door, and what says who somebody is. */
const SECRET =
  /pwd|passw|token|secret|authorization|cookie|connectionstring|privatekey|sealkey|signingkey|idnumber|cardnumber|realname|phone/;
const SECRET_NAMES: ReadonlySet<string> = new Set(['pin', 'otp', 'captcha']);
/** A name that ends so is removed, unless it can only be a number of a fault. */
const CODE = /codes?$/;
const CODES_OF_FAULTS: ReadonlySet<string> = new Set(['statuscode', 'exitcode', 'closecode', 'errorcode', 'errcode']);

/** SQLSTATE, and the names that Node and its libraries give to errors: `ECONNREFUSED`, `ERR_STREAM_ABORTED`. */
const ERROR_CODE = /^(?:[0-9A-Z]{5}|E[A-Z0-9]{2,14}|[A-Z]+(?:_[A-Z0-9]+)+)$/;
/** Exit codes, close codes of sockets and numbers of the system are below it; one-time codes are above it, or text. */
const ERROR_NUMBER_MAX = 0xffff;
/** Classes of SQLSTATE whose detail quotes values of a row: data exceptions and broken constraints. */
const QUOTES_VALUES = /^2[23]/;
/** The password in an address. */
const PASSWORD_IN_ADDRESS = /(?<before>\w:\/\/[^\s:/@]*:)[^\s@/]+(?=@)/g;

/** A copy of what is logged, without what nobody may read. Errors become their name, message, stack and fields. */
export function redacted(fields: Record<string, unknown>): Record<string, unknown> {
  return fieldsOf(fields, { depth: 0, above: [] });
}

interface Place {
  readonly depth: number;
  /** The objects around it: a circle ends there. */
  readonly above: readonly object[];
  readonly isError?: boolean;
}

function fieldsOf(object: object, place: Place): Record<string, unknown> {
  const inside = { depth: place.depth + 1, above: [...place.above, object] };
  return Object.fromEntries(
    Object.entries(object).map(([name, value]) => [
      name,
      isSecret(name, value, place.isError === true) ? REMOVED : shown(value, inside),
    ]),
  );
}

function isSecret(name: string, value: unknown, isInError: boolean): boolean {
  if (value === undefined || value === null) return false;
  const plain = name.toLowerCase().replaceAll(/[^a-z]/g, '');
  if (SECRET.test(plain) || SECRET_NAMES.has(plain)) return true;
  if (!CODE.test(plain) || CODES_OF_FAULTS.has(plain)) return false;
  return !(plain === 'code' && isInError && isErrorCode(value));
}

function isErrorCode(value: unknown): boolean {
  return typeof value === 'number' ? Math.abs(value) <= ERROR_NUMBER_MAX : ERROR_CODE.test(String(value));
}

function shown(value: unknown, place: Place): unknown {
  if (typeof value === 'string') return withoutPasswords(value);
  if (typeof value !== 'object' || value === null) return value;
  if (place.depth > DEPTH_MAX || place.above.includes(value)) return '[deeper]';
  if (value instanceof Error) return errorFields(value, place);
  if (ArrayBuffer.isView(value)) return `[${value.byteLength} bytes]`;
  if (Array.isArray(value)) {
    const inside = { depth: place.depth + 1, above: [...place.above, value] };
    return value.map((item: unknown) => shown(item, inside));
  }
  if (value instanceof Date && Number.isNaN(value.getTime())) return null;
  if (value instanceof Date || value instanceof URL) return withoutPasswords(value.toJSON());
  return fieldsOf(value, place);
}

function errorFields(error: Error, place: Place): Record<string, unknown> {
  const around = { depth: place.depth + 1, above: [...place.above, error] };
  // The library names the error and joins the messages and stacks of its causes.
  const { type, message, stack } = pino.stdSerializers.err(error);
  const {
    cause: _cause,
    errors: _errors,
    ...own
  } = { cause: null, errors: null, ...Object.fromEntries(Object.entries(error)) };
  const detail = 'detail' in error && 'code' in error ? { detail: withoutValues(error.detail, error.code) } : {};
  const parts: unknown = 'errors' in error ? error.errors : undefined;
  return {
    ...fieldsOf({ ...own, ...detail, type, message, stack }, { ...around, isError: true }),
    ...(Array.isArray(parts) ? { aggregateErrors: parts.map((one: unknown) => shown(one, around)) } : {}),
  };
}

/** `Key (phone)=(138…) already exists.` names the column and not what stands in it. */
function withoutValues(detail: unknown, code: unknown): unknown {
  return typeof detail === 'string' && QUOTES_VALUES.test(String(code))
    ? detail.replace(/(?<==\s?|contains\s)\(.*\)/s, `(${REMOVED})`)
    : detail;
}

/** A text without the passwords of the addresses in it. */
export function withoutPasswords(text: string): string {
  return text.includes('://') ? text.replaceAll(PASSWORD_IN_ADDRESS, `$<before>${REMOVED}`) : text;
}

/**
 * What differs from run to run is written in a form that does not: a digit of a time or an id as 0, a random text as its
 * length. The form stays, so that another format is a difference. Everything else is compared as it is.
 */
const RULES: readonly (readonly [RegExp, (text: string) => string])[] = [
  // Pictures in an answer, and signatures and proofs of any length.
  [/data:image\/[a-z+]+;base64,[A-Za-z0-9+/=]+/g, () => 'data:image'],
  [/[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/gi, zeros],
  [/(?<!\d)\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z/g, zeros],
  [/(?<!\d)20\d\d-\d\d-\d\d(?: \d\d:\d\d(?::\d\d(?:\.\d+)?)?)?(?!\d)/g, zeros],
  [/(?<![0-9a-f])[0-9a-f]{32,}(?![0-9a-f])/g, zeros],
  [/(?<!\d)1[789]\d{11}(?!\d)/g, zeros],
  // The mark of a device: 16 random bytes may have no digit, and so look like a name.
  [/(?<="device":")[\w-]{22}(?=\.)/g, () => '~22'],
  [/(?<=secret=)[A-Z2-7]{32}/g, () => '~32'],
  [/[A-Z0-9]{4}-[A-Z0-9]{4}-[A-Z0-9]{4}/g, () => 'AAAA-AAAA-AAAA'],
  // The version of the release.
  [/(?<="version":")\d+\.\d+\.\d+(?=")/g, zeros],
  // The number of a key of the site.
  [/(?<="id":")[0-9a-f]{8}(?=")/g, zeros],
  // Whether the last price of a source is too old by now.
  [/"state":"silent"/g, () => '"state":"up"'],
  [/[A-Za-z0-9_+/-]{16,}={0,2}/g, random],
];

/**
 * The end of a puzzle, its price, which grows with how many were asked for lately, how long a close took, and the time that an
 * order still runs.
 */
const NUMBERS = /"(expiresAt|tries|busyMs|secondsLeft)":(\d+)/g;
/** Fields whose values are random though they may look like a word or a number. */
const RANDOM_FIELDS = /"(box|reference|inviteCode|salt|nonce|signature|challenge|secret)":"([^"{]{4,})"/g;
/** These too, if the value is none of the contract's words. */
const FIELDS = /"(token|device|key|code|uuid)":"([A-Za-z0-9_+/=-]{4,})"/g;

export function hideVolatile(text: string, known: ReadonlyMap<string, string>): string {
  let hidden = text;
  for (const [value, name] of known) hidden = hidden.replaceAll(value, `{${name}}`);
  for (const [pattern, hide] of RULES) hidden = hidden.replaceAll(pattern, hide);
  return hidden
    .replaceAll(NUMBERS, (_, name: string, value: string) => `"${name}":${value.replaceAll(/\d+/g, '0')}`)
    .replaceAll(RANDOM_FIELDS, (_, name: string, value: string) => `"${name}":"~${value.length}"`)
    .replaceAll(FIELDS, (whole, name: string, value: string) =>
      /\d/.test(value) ? `"${name}":"~${value.length}"` : whole,
    );
}

function zeros(text: string): string {
  return text.replaceAll(/[0-9a-f]/gi, '0');
}

const LONG = 400;

/** Random bytes have letters of both sizes and digits; names and paths do not. */
function random(text: string): string {
  const kinds = [/[a-z]/, /[A-Z]/, /\d/].filter((kind) => kind.test(text)).length;
  const isRandom = kinds === 3 || (kinds === 2 && text.length >= 40 && /[A-Z]/.test(text));
  if (!isRandom) return text;
  // A signed message of another program has no fixed length.
  return text.length > LONG ? '~long' : `~${text.length}`;
}

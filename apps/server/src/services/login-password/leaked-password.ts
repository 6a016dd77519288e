/** Shorter ones are refused before anybody looks here. */
const LENGTH_MIN = 8;
/** Lower case. Loaded with the first new password: only the role http and the console ever ask. */
let leaked: Promise<ReadonlySet<string>> | undefined;

/**
 * Whether a password is one of about 18,000 that leaks of other sites contain most often (those of eight characters or
 * more of the list in @zxcvbn-ts/language-common). Upper and lower case are the same. The form checks the rules of the
 * contract alone, because the list is too large for it.
 */
export async function isLeakedPassword(password: string): Promise<boolean> {
  leaked ??= loadList();
  return (await leaked).has(password.toLowerCase());
}

async function loadList(): Promise<ReadonlySet<string>> {
  const { dictionary } = await import('@zxcvbn-ts/language-common');
  return new Set(dictionary['passwords-common'].filter(({ length }) => length >= LENGTH_MIN));
}

import { isCommonPassword } from '@candor/contract/common-passwords';
import type { OperatorPasswordBody } from '@candor/contract/console-security';
import { passwordProblem } from '@candor/contract/password-rules';
import { foldUsername } from '@candor/domain/identity/username';
import type { Db } from '../../../platform/db/pool.ts';
import { Refused } from '../../../platform/http/http-app.ts';
import { isLeakedPassword } from '../../../services/login-password/leaked-password.ts';
import { asOperator } from '../../../services/operators/acting-store.ts';
import type { Operator } from '../../../services/operators/operator-session-store.ts';
import type { Passwords } from '../../../services/secrets/passwords.ts';
import { changeOperatorPassword, selectOperatorCredentials } from './operator-access-store.ts';
import { takeCode } from './second-factor.ts';
import type { SecondFactorDeps } from './second-factor.ts';

/**
 * An operator changes the password that opens the console. They show the current one, and a code where they have a second
 * factor: a session alone changes nothing. Their other sessions end. @throws Refused with the field that is wrong
 */
export async function changeOwnPassword(
  deps: SecondFactorDeps & { readonly passwords: Passwords },
  operator: Operator,
  { oldPwd, pwd, code }: OperatorPasswordBody,
): Promise<void> {
  const { pool, passwords } = deps;
  const username = foldUsername(operator.username);
  const problem =
    isCommonPassword(pwd) || (await isLeakedPassword(pwd))
      ? 'PASSWORD_COMMON'
      : passwordProblem(pwd, { username: operator.username });
  if (problem !== null) throw refusedAt('pwd', problem);
  const known = username === null ? undefined : await selectOperatorCredentials(pool, username);
  if (known === undefined || !(await passwords.verify(known.passwordHash, oldPwd)))
    throw refusedAt('oldPwd', 'OLD_PASSWORD_WRONG');
  const change = { seenHash: known.passwordHash, newHash: await passwords.hash(pwd) };
  const write = async (db: Db) => await changeOperatorPassword(db, change);
  let isChanged: boolean;
  if (operator.secured) {
    if (code === undefined) throw refusedAt('code', 'CODE_REQUIRED');
    const taken = await takeCode(deps, operator, code, write);
    if (!taken.ok) {
      const { key, ...more } = taken.error;
      throw new Refused(key, { fields: { code: key }, ...more });
    }
    isChanged = taken.value;
  } else isChanged = await asOperator(pool, operator, write);
  // Another change came first.
  if (!isChanged) throw refusedAt('oldPwd', 'OLD_PASSWORD_WRONG');
}

function refusedAt(field: string, key: string): Refused {
  return new Refused(key, { fields: { [field]: key } });
}

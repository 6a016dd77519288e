import { randomBytes } from 'node:crypto';
import type { Page } from '@playwright/test';
import { Secret, TOTP } from 'otpauth';
import { openConsoleAs } from './support/console.ts';
import { employSecondOwner } from './support/database.ts';
import { expect, mainServer, test } from './support/fixtures.ts';
import { textsOf } from './support/texts.ts';

const text = textsOf('zh-Hans', 'console');
const PASSWORD = 'seven lanterns 47 rain';

/** Letters alone: a name that is nobody's. */
function freshName(prefix: string): string {
  return `${prefix}_${randomBytes(6)
    .toString('hex')
    .replaceAll(/\d/g, (digit) => 'ghjkmnpqrs'.charAt(Number(digit)))}`;
}

/** The dialog that is open now. */
function dialogOf(page: Page) {
  return page.getByRole('dialog').last();
}

async function approve(page: Page, name: string): Promise<void> {
  await page.goto('/console/#/staff-changes?status=proposed');
  // Until the list has come, the one before it stands there: its rows have the name, too.
  await page
    .getByRole('row', { name: new RegExp(name) })
    .filter({ hasText: text('proposals.stateOf.proposed') })
    .click();
  await page.keyboard.press('a');
  await page
    .getByRole('dialog', { name: text('proposals.approveTitle') })
    .getByRole('button', { name: text('proposals.approve') })
    .click();
  await expect(page.getByText(text.pattern('proposals.approved')).first()).toBeVisible();
}

async function chooseRole(page: Page, role: string): Promise<void> {
  const field = dialogOf(page).getByLabel(text('staff.roles')).first();
  await field.focus();
  await field.press('ArrowDown');
  await page.getByRole('option', { name: role, exact: true }).click();
  await field.press('Tab');
}

test(
  'somebody is invited by two, works within the role, gets another one by two, and leaves',
  { tag: '@desktop' },
  async ({ browser, origin }) => {
    test.slow();
    const { dataDir } = mainServer();
    const [second, name] = [freshName('second'), freshName('joiner')];
    await employSecondOwner(dataDir, second);
    const maker = await openConsoleAs(browser, origin, { operator: 'admin', path: '/staff' });
    const checker = await openConsoleAs(browser, origin, { operator: second, path: '/staff-changes' });

    // Invited: the maker has the link, the checker the code.
    await maker.getByRole('button', { name: text('staff.invite'), exact: true }).click();
    await dialogOf(maker).getByLabel(text('staff.name')).fill(name);
    await chooseRole(maker, text('common.roles.cashier'));
    await dialogOf(maker).getByLabel(text('proposals.reason')).fill('a new cashier');
    await dialogOf(maker)
      .getByRole('button', { name: text('proposals.submit') })
      .click();
    await expect(maker.getByText(text('proposals.submitted'))).toBeVisible();
    await approve(checker, name);
    await checker.goto('/console/#/staff-changes?status=approved');
    await checker.getByRole('row', { name: new RegExp(name) }).click();
    await checker.getByRole('button', { name: text('staff.showCode') }).click();
    const code = await checker.getByTestId('invitation-code').innerText();
    await maker.goto('/console/#/staff-changes?status=approved');
    await maker.getByRole('row', { name: new RegExp(name) }).click();
    await maker.getByRole('button', { name: text('staff.link') }).click();
    const link = await maker.getByTestId('invitation-link').innerText();

    // Joins: password, then the authenticator, before anything.
    const context = await browser.newContext({ baseURL: origin, viewport: { width: 1280, height: 720 } });
    const joiner = await context.newPage();
    await joiner.goto(link);
    await joiner.getByLabel(text('entry.invitationCode')).fill(code);
    await joiner.getByLabel(text('entry.newPassword'), { exact: true }).fill(PASSWORD);
    await joiner.getByRole('button', { name: text('entry.join'), exact: true }).click();
    const secret = (await joiner.getByTestId('totp-key').innerText()).replaceAll(' ', '');
    const totp = new TOTP({ secret: Secret.fromBase32(secret) });
    await joiner.getByLabel(text('entry.firstCode')).fill(totp.generate());
    await joiner.getByRole('button', { name: text('entry.setUp'), exact: true }).click();
    await joiner.getByRole('checkbox').check();
    await joiner.getByRole('button', { name: text('entry.goOn') }).click();

    // Their own pages, and no other.
    const menu = joiner.getByRole('navigation').first();
    await expect(menu.getByRole('link', { name: text('common.navigation.deposits') })).toBeVisible();
    await expect(menu.getByRole('link', { name: text('common.navigation.section.staff') })).toHaveCount(0);
    await joiner.goto('/console/#/staff');
    await expect(joiner.getByText(text('common.states.forbiddenHint'))).toBeVisible();

    // The link is used up.
    const late = await browser.newPage();
    await late.goto(link);
    await late.getByLabel(text('entry.invitationCode')).fill(code);
    await late.getByLabel(text('entry.newPassword'), { exact: true }).fill(PASSWORD);
    await late.getByRole('button', { name: text('entry.join'), exact: true }).click();
    await expect(late.getByRole('alert')).toBeVisible();
    await late.close();

    // Another role by two: what runs ends.
    await maker.goto('/console/#/staff');
    await maker.getByRole('row', { name: new RegExp(name) }).click();
    await maker.getByRole('button', { name: text('staff.changeRights') }).click();
    await chooseRole(maker, text('common.roles.content'));
    await dialogOf(maker).getByLabel(text('proposals.reason')).fill('writes too');
    await dialogOf(maker)
      .getByRole('button', { name: text('proposals.submit') })
      .click();
    await expect(maker.getByText(text('proposals.submitted'))).toBeVisible();
    await approve(checker, name);
    await joiner.goto('/console/#/deposits');
    await expect(joiner.getByText(text('entry.expired'))).toBeVisible();

    // Leaves in one act of a colleague; the session of another ends at once, too.
    await checker.goto('/console/#/staff');
    await checker.getByRole('row', { name: new RegExp(name) }).click();
    await checker.getByRole('button', { name: text('staff.leave'), exact: true }).click();
    await dialogOf(checker).getByRole('textbox').last().fill('another job');
    await dialogOf(checker)
      .getByRole('button', { name: text('staff.leave'), exact: true })
      .click();
    await expect(checker.getByRole('row', { name: new RegExp(name) })).toContainText(text('staff.left'));
    await checker.goto('/console/#/audit?command=console%2Fstaff');
    await expect(checker.getByText(text('audit.did.console/staff/leave')).first()).toBeVisible();
    for (const page of [maker, checker, joiner]) await page.close();
  },
);

// @vitest-environment happy-dom
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Button, Select, TextInput } from '@mantine/core';
import { expect, test, vi } from 'vitest';
import { button, key, settle, show, startConsole, success } from '../services/testing/console.tsx';
import { Dialog } from '../lib/dialog.tsx';
import { SidePanel } from '../lib/side-panel.tsx';

startConsole(() => success({}));

test('Enter in a dialog without fields presses its main button, and not the cross', async () => {
  const [done, closed] = [vi.fn(), vi.fn()];
  await show(
    <Dialog title="Approve" onClose={closed}>
      <Button onClick={closed}>Cancel</Button>
      <Button onClick={done}>Approve it</Button>
    </Dialog>,
  );
  await settle();
  expect(document.activeElement?.textContent).toBe('Approve it');
  await key('Enter');
  expect([done.mock.calls.length, closed.mock.calls.length]).toEqual([1, 0]);
});

test('the focus of a dialog starts at its first field', async () => {
  await show(
    <Dialog title="Reject" onClose={() => undefined}>
      <input type="hidden" name="hidden" />
      <TextInput label="Off" disabled />
      <Select label="Reason" data={['a', 'b']} />
      <TextInput label="Words" />
      <Button type="submit">Reject</Button>
    </Dialog>,
  );
  await settle();
  const field = document.activeElement;
  expect(document.querySelector(`label[for="${field?.id}"]`)?.textContent).toBe('Reason');
});

test('a dialog may name the field itself, and a button that is off gets no focus', async () => {
  await show(
    <Dialog title="Propose" onClose={() => undefined}>
      <TextInput label="Kind" />
      <TextInput label="Amount" data-autofocus name="amount" />
    </Dialog>,
  );
  await settle();
  expect(document.activeElement?.getAttribute('name')).toBe('amount');
});

test('the focus of a side panel starts at its title', async () => {
  const closed = vi.fn();
  await show(
    <SidePanel opened title="Deposit 7" onClose={closed}>
      <Button>Approve</Button>
    </SidePanel>,
  );
  await settle();
  expect(document.activeElement?.textContent).toBe('Deposit 7');
  await key('Enter');
  expect(closed).not.toHaveBeenCalled();
});

test('the focus goes back to the row, whatever opened its panel', async () => {
  const page = (opened: boolean) => (
    <>
      <main id="main" tabIndex={-1}>
        <table>
          <tbody>
            <tr data-selected>
              <td>
                <button type="button">Row</button>
              </td>
            </tr>
          </tbody>
        </table>
      </main>
      <SidePanel opened={opened} title="Deposit 7" onClose={() => undefined}>
        <Button>Approve</Button>
      </SidePanel>
    </>
  );
  await show(page(true));
  await settle();
  await show(page(false));
  expect(document.activeElement?.textContent).toBe('Row');
});

test('the focus goes back to what opened a dialog, and to the panel when that is gone', async () => {
  const page = (hasButton: boolean, hasDialog: boolean) => (
    <>
      <SidePanel opened title="Deposit 7" onClose={() => undefined}>
        {hasButton && <Button>Approve</Button>}
      </SidePanel>
      {hasDialog && (
        <Dialog title="Approve?" onClose={() => undefined}>
          <Button>Approve it</Button>
        </Dialog>
      )}
    </>
  );
  await show(page(true, false));
  await settle();
  button('Approve').focus();
  await show(page(true, true));
  await settle();
  expect(document.activeElement?.textContent).toBe('Approve it');
  await show(page(true, false));
  await settle();
  expect(document.activeElement?.textContent).toBe('Approve');
  await show(page(true, true));
  await settle();
  await show(page(false, false));
  await settle();
  expect(document.activeElement?.textContent).toBe('Deposit 7');
});

test('no other file of the console makes a dialog', () => {
  const source = join(import.meta.dirname, '..');
  const names = readdirSync(source, { recursive: true, encoding: 'utf8' }).filter((name) =>
    /(?<!\.test)\.tsx$/.test(name),
  );
  const own = names.filter((name) =>
    /<(Modal|Drawer)[\s>]|role="dialog"/.test(readFileSync(join(source, name), 'utf8')),
  );
  expect(own.toSorted()).toEqual([join('lib', 'dialog.tsx'), join('lib', 'side-panel.tsx')]);
});

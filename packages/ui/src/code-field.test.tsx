// @vitest-environment happy-dom
import { act } from 'react';
import { createRoot } from 'react-dom/client';
import { expect, test, vi } from 'vitest';
import { CodeField } from './code-field.tsx';

vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);

test('a code pasted in groups fits into the field: nothing of it is cut off', () => {
  const root = createRoot(document.body.appendChild(document.createElement('div')));
  const none = () => undefined;
  act(() =>
    root.render(<CodeField label="Code" value="" onChange={none} sendText="Send" canSend={true} onSend={none} />),
  );
  expect(document.querySelector('input')?.maxLength).toBeGreaterThanOrEqual(' 193 692 '.length);
  act(() => root.unmount());
});

// @vitest-environment happy-dom
import { expect, test } from 'vitest';
import { show, startScreens } from '../testing/screen.tsx';
import { PageBody } from './page-text.tsx';

startScreens('zh-Hans');

test('a command in a Chinese text is code, which is not read aloud as Chinese', async () => {
  const command = 'node verify.mjs receipt.json';
  await show(
    <PageBody
      body={[
        { kind: 'paragraph', text: `运行 \`${command}\`。` },
        { kind: 'list', ordered: false, items: ['`ref` 一列', '没有 ` 代码'] },
      ]}
    />,
    {},
  );
  expect([...document.querySelectorAll('code[lang=en]')].map((code) => code.textContent)).toEqual([command, 'ref']);
  expect([...document.querySelectorAll('p, li')].map((line) => line.textContent)).toEqual([
    `运行 ${command}。`,
    'ref 一列',
    '没有 ` 代码',
  ]);
});

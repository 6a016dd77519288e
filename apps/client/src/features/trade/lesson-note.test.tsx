import { renderToStaticMarkup } from 'react-dom/server';
import { IntlProvider } from 'use-intl';
import { expect, it } from 'vitest';
import { sampleProduct } from '../../lib/testing/sample-product.ts';
import trade from '../../locales/en/trade.json';
import { LessonNote } from './lesson-note.tsx';

function shown(feed: 'live' | 'replay' | 'simulated'): string {
  return renderToStaticMarkup(
    <IntlProvider locale="en" messages={{ trade }} timeZone="UTC">
      <LessonNote product={sampleProduct({ feed })} />
    </IntlProvider>,
  );
}

it('calls an order on replayed prices a lesson, and no other', () => {
  expect(shown('replay')).toContain('role="note"');
  expect(shown('replay')).toContain(trade.lesson.title);
  expect([shown('live'), shown('simulated')]).toEqual(['', '']);
});

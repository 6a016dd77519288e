// @vitest-environment happy-dom
import { expect, test } from 'vitest';
import { currentAddress, goBack, navigate } from './location.ts';
import { paths } from './paths.ts';
import { goToStep } from './steps.ts';
import { browse, browser, pathOf, stepNow } from './testing/fake-history.ts';

/* Each step of a wizard is an entry of the history. */

/** The browser is at a page with another below it. */
function browseToPositions(stepMs = 0) {
  browse(stepMs);
  navigate(paths.positions());
}

test('each step of a wizard is an entry: back and forward go one, and the page stays', () => {
  browseToPositions();
  goToStep(1);
  goToStep(2);
  history.back();
  expect(stepNow()).toBe(1);
  history.forward();
  expect(stepNow()).toBe(2);
  goBack(paths.home());
  goBack(paths.home());
  expect([stepNow(), currentAddress().path]).toEqual([0, pathOf(paths.positions())]);
  goBack(paths.home());
  expect(currentAddress().path).toBe('/pages/home/index');
});

test('a step back by the page itself goes down to that step, and forward still works', () => {
  browseToPositions();
  goToStep(3);
  goToStep(0);
  expect([stepNow(), browser.at]).toEqual([0, 1]);
  history.forward();
  expect(stepNow()).toBe(1);
  history.forward();
  history.forward();
  expect(browser.at).toBe(4);
  navigate(paths.home(), { relaunch: true });
  expect(browser.at).toBe(0);
});

for (const [name, movement, left] of [
  ['replaces it', { replace: true }, '/pages/home/index'],
  ['relaunches', { relaunch: true }, null],
] as const)
  test(`a page that ${name} leaves nothing of the wizard behind`, () => {
    browseToPositions();
    goToStep(2);
    navigate(paths.history(), movement);
    expect(browser.at).toBe(left === null ? 0 : 1);
    history.back();
    expect(currentAddress().path).toBe(left ?? pathOf(paths.history()));
  });

// One factory for what every list screen does, so that a new list is tested by naming it in lists.spec.ts.
import { randomUUID } from 'node:crypto';
import type { Locator, Page } from '@playwright/test';
import { expectAccessible } from './accessibility.ts';
import { ListServer, madeUpTotal, type ListCall } from './list-server.ts';
import { expect, sessionOf, test, useSession, type Account, type Session } from './test.ts';

export interface ListPlace extends ListCall {
  /** Of the screen. */
  at: string;
}

export interface ListScreen {
  name: string;
  /** As in 'Showing 20 out of 61 users'. */
  things: string;
  account: Account;
  /** Where the screen is and which call fills it; both may depend on who is signed in. */
  locate: (session: Session) => ListPlace | Promise<ListPlace>;
  /** The titles of the columns that are shown unless chosen otherwise. */
  columns: readonly string[];
  sort: { column: string; key: string };
  filter?: { label: string; name: string; value: string };
}

const pagesOf = (page: Page): Locator => page.getByRole('navigation', { name: 'Pages' });
const numbersIn = (page: Page): Locator => pagesOf(page).getByRole('button', { name: /^\d+$/ });
const pageButton = (page: Page, name: string): Locator =>
  pagesOf(page).getByRole('button', { name, exact: true });
const currentNumber = (page: Page): Locator => pagesOf(page).locator('[aria-current="page"]');
const numbers = (first: number, last: number): string[] =>
  Array.from({ length: last - first + 1 }, (_, index) => String(first + index));
const queryIn = (page: Page): Record<string, string> => Object.fromEntries(new URL(page.url()).searchParams);

export function describeListScreen(screen: ListScreen): void {
  const { name, things, columns, sort, filter } = screen;
  const searchIn = (page: Page) => page.getByRole('searchbox', { name: `Search ${things}` });
  const sizeIn = (page: Page) => page.getByLabel('Records per page');
  const showing = (page: Page, shown: number, total: number) =>
    page.getByRole('heading', { name: `Showing ${shown} out of ${total} ${things}`, exact: true });

  async function stage(page: Page): Promise<{ server: ListServer; at: string }> {
    const session = await sessionOf(screen.account);
    const place = await screen.locate(session);
    await useSession(page, session);
    return { server: await ListServer.on(page, session, place), at: place.at };
  }

  test.describe(`the list at ${name}`, () => {
    // A call still on its way when a test ends is nobody's fault.
    test.afterEach(({ page }) => page.unrouteAll({ behavior: 'ignoreErrors' }));

    test('waits, says that it failed, tries again, shows its rows and says when there are none', async ({
      page,
    }) => {
      const { server, at } = await stage(page);
      server.manner = 'refused';
      server.hold('');
      await page.goto(at);
      await expect(page.getByRole('status', { name: 'Loading' })).toBeVisible();
      await expect(page.getByText('No Data')).toHaveCount(0);
      await server.release('');
      const fault = page.getByRole('alert').filter({ hasText: 'Error occurred while fetching data' });
      await expect(fault).toContainText('The list is being mended.');
      await expect(page.getByRole('status', { name: 'Loading' })).toHaveCount(0);

      server.manner = 'real';
      await fault.getByRole('button', { name: 'Retry' }).click();
      await expect(page.getByRole('columnheader').first()).toBeVisible();
      await expect(fault).toHaveCount(0);
      const { results, total } = server.lastAnswer;
      await expect(showing(page, results.length, total)).toBeVisible();
      await expect(page.getByRole('row')).toHaveCount(results.length + 1);
      await expect(page.getByRole('columnheader')).toHaveText([...columns]);
      expect(server.lastAsked).toEqual({ offset: '0', limit: '20', search: '' });

      await searchIn(page).fill(`nothing like ${randomUUID()}`);
      await expect(page.getByText('No Data', { exact: true })).toBeVisible();
      await expect(showing(page, 0, 0)).toBeVisible();
      await expect(pageButton(page, 'Previous')).toBeDisabled();
      await expect(pageButton(page, 'Next')).toBeDisabled();
      await page.getByRole('button', { name: 'Show everything' }).click();
      await expect(page.getByRole('columnheader').first()).toBeVisible();
      await expect(searchIn(page)).toHaveValue('');
    });

    test('pages, and keeps page, size, search, filter and sort in the address', async ({ page }) => {
      const { server, at } = await stage(page);
      server.manner = 'made up';
      await page.goto(at);
      await expect(showing(page, 20, madeUpTotal)).toBeVisible();
      await expect(sizeIn(page).locator('option')).toHaveText(['20', '50', '75', '100']);
      await expect(numbersIn(page)).toHaveText(numbers(1, 10));
      await expect(currentNumber(page)).toHaveText('1');
      await expect(pageButton(page, 'Previous')).toBeDisabled();

      await pageButton(page, '10').click();
      await expect(numbersIn(page)).toHaveText(numbers(5, 14));
      await expect(currentNumber(page)).toHaveText('10');
      await expect.poll(() => server.lastAsked).toMatchObject({ offset: '180', limit: '20' });
      await pageButton(page, 'Next').click();
      await expect(numbersIn(page)).toHaveText(numbers(6, 15));
      await pageButton(page, 'Previous').click();
      await expect(currentNumber(page)).toHaveText('10');
      await expect.poll(() => queryIn(page)).toEqual({ page: '10' });

      await sizeIn(page).selectOption('75');
      await expect(showing(page, 75, madeUpTotal)).toBeVisible();
      await expect.poll(() => queryIn(page)).toEqual({ size: '75' });
      expect(server.lastAsked).toMatchObject({ offset: '0', limit: '75' });
      await expect(numbersIn(page)).toHaveText(numbers(1, 7));
      await pageButton(page, '7').click();
      await expect(showing(page, 50, madeUpTotal)).toBeVisible();
      await expect(pageButton(page, 'Next')).toBeDisabled();

      const header = page.getByRole('columnheader', { name: sort.column, exact: true });
      await header.getByRole('button').click();
      await expect(header).toHaveAttribute('aria-sort', 'ascending');
      const chosen: Record<string, string> = { size: '75', sort: sort.key };
      await expect.poll(() => queryIn(page)).toEqual(chosen);
      if (filter !== undefined) {
        await page.getByLabel(filter.label, { exact: true }).selectOption(filter.value);
        chosen[filter.name] = filter.value;
        await expect.poll(() => queryIn(page)).toEqual(chosen);
      }
      await pageButton(page, '3').click();
      await expect.poll(() => server.lastAsked).toMatchObject({ offset: '150' });
      await searchIn(page).fill('a b&c%');
      await expect.poll(() => queryIn(page)).toEqual({ ...chosen, search: 'a b&c%' });
      await pageButton(page, '2').click();
      const { size: limit, ...narrowed } = chosen;
      const asked = { ...narrowed, limit, offset: '75', search: 'a b&c%' };
      await expect.poll(() => server.lastAsked).toEqual(asked);

      await page.reload();
      await expect(showing(page, 75, madeUpTotal)).toBeVisible();
      expect(server.lastAsked).toEqual(asked);
      await expect(currentNumber(page)).toHaveText('2');
      await expect(searchIn(page)).toHaveValue('a b&c%');
      await expect(sizeIn(page)).toHaveValue('75');
      await expect(header).toHaveAttribute('aria-sort', 'ascending');
      if (filter !== undefined) {
        await expect(page.getByLabel(filter.label, { exact: true })).toHaveValue(filter.value);
      }
      await page.goBack();
      await expect(currentNumber(page)).toHaveText('1');
      await expect(searchIn(page)).toHaveValue('a b&c%');
      await page.goBack();
      await expect(currentNumber(page)).toHaveText('3');
      await expect(searchIn(page)).toHaveValue('');
    });

    test('searches when typing rests for 500 ms, and a late answer replaces no newer one', async ({
      page,
    }) => {
      const { server, at } = await stage(page);
      server.manner = 'made up';
      server.totals.set('late', 7).set('newer', 3);
      server.hold('late');
      await page.clock.install();
      await page.goto(at);
      await expect(showing(page, 20, madeUpTotal)).toBeVisible();
      await page.keyboard.press('/');
      await expect(searchIn(page)).toBeFocused();
      await expect(searchIn(page)).toHaveValue('');

      // Time stands still between the keys, so that only the pauses given here count.
      // A minute ahead: on a slow machine a second may be over before it is asked for, and time never goes back.
      await page.clock.pauseAt(await page.evaluate(() => Date.now() + 60_000));
      for (const letter of 'late') {
        await page.clock.runFor(499);
        expect(queryIn(page)).toEqual({});
        await page.keyboard.press(letter);
      }
      await page.clock.runFor(499);
      expect(queryIn(page)).toEqual({});
      await page.clock.runFor(1);
      await page.clock.resume();
      await expect.poll(() => server.lastAsked['search']).toBe('late');

      await searchIn(page).fill('newer');
      await expect(showing(page, 3, 3)).toBeVisible();
      await server.release('late');
      // Two frames: long enough for the page to draw the late answer if it took it.
      await page.evaluate('new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))');
      await expect(showing(page, 3, 3)).toBeVisible();
      await expect(searchIn(page)).toHaveValue('newer');
      const searches = new Set(server.asked.map((query) => query.get('search')));
      expect([...searches]).toEqual(['', 'late', 'newer']);
    });

    test('has the same facts on cards at 360 px, five page numbers, and nothing for axe to find', async ({
      page,
    }) => {
      const { server, at } = await stage(page);
      server.manner = 'made up';
      server.mostRows = 5;
      await page.goto(at);
      await expect(showing(page, 5, madeUpTotal)).toBeVisible();
      const shown = columns.filter((column) => column !== 'Action');
      const cells = await page.getByRole('row').nth(1).getByRole('cell').allInnerTexts();
      await page.setViewportSize({ width: 360, height: 740 });
      await expect(page.getByRole('table')).toHaveCount(0);
      const card = page.getByRole('main').getByRole('listitem').first();
      await expect(card.getByRole('term')).toHaveText(shown);
      expect(await card.getByRole('definition').allInnerTexts()).toEqual(cells.slice(0, shown.length));
      await expect(numbersIn(page)).toHaveText(numbers(1, 5));
      await expect(pageButton(page, 'Previous')).toBeDisabled();
      await pageButton(page, '5').click();
      await expect(numbersIn(page)).toHaveText(numbers(3, 7));
      await expect(currentNumber(page)).toHaveText('5');
      await expect.poll(() => server.lastAsked).toMatchObject({ offset: '80' });
      await expectAccessible(page);
    });
  });
}

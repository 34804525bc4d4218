import { AxeBuilder } from '@axe-core/playwright';
import { expect, test, type Page } from '@playwright/test';

/** A phone held upright, and a desk. */
const viewports = [
  { width: 360, height: 740 },
  { width: 1440, height: 900 },
];
const schemes = ['light', 'dark'] as const;

/** All that a colour scheme changes; whatever else axe looks at has been looked at in the light. */
const colourRules = ['color-contrast', 'link-in-text-block'];

/** In one page, which is enough without frames of others: else each look would open a second one. */
function axeFor(page: Page, colorScheme: (typeof schemes)[number]): AxeBuilder {
  const axe = new AxeBuilder({ page }).setLegacyMode().options({ resultTypes: ['violations'] });
  return colorScheme === 'light' ? axe : axe.withRules(colourRules);
}

/** What fades or slides has no colour and no place yet; what turns for ever, such as a loader, is not waited for. */
const standsStill = `document
  .getAnimations()
  .every(({ effect, playState }) => playState !== 'running' || effect?.getComputedTiming().endTime === Infinity)`;

/** No findings by axe on the page as it stands, narrow and wide, light and dark. */
export async function expectAccessible(page: Page): Promise<void> {
  // Four looks at a page take their time.
  test.slow();
  const usual = page.viewportSize();
  for (const viewport of viewports) {
    await page.setViewportSize(viewport);
    for (const colorScheme of schemes) {
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
      await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', colorScheme);
      await expect.poll(() => page.evaluate<boolean>(standsStill)).toBe(true);
      const { violations } = await axeFor(page, colorScheme).analyze();
      const findings = violations.map(
        ({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join('; ')}`,
      );
      expect(findings, `${viewport.width} px, ${colorScheme}`).toEqual([]);
    }
    const overflow = () => page.evaluate<number>('document.documentElement.scrollWidth - innerWidth');
    await expect.poll(overflow, `sideways scrolling at ${viewport.width} px`).toBeLessThanOrEqual(0);
  }
  if (usual !== null) await page.setViewportSize(usual);
}

import { AxeBuilder } from '@axe-core/playwright';
import { expect, test, type Page } from '@playwright/test';

/** A phone held upright, and a desk. */
const viewports = [
  { width: 360, height: 740 },
  { width: 1440, height: 900 },
];
const schemes = ['light', 'dark'] as const;

/** No findings by axe on the page as it stands, narrow and wide, light and dark. */
export async function expectAccessible(page: Page): Promise<void> {
  // Four times through every rule of axe takes its time.
  test.slow();
  const usual = page.viewportSize();
  for (const viewport of viewports) {
    await page.setViewportSize(viewport);
    for (const colorScheme of schemes) {
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
      await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', colorScheme);
      const { violations } = await new AxeBuilder({ page }).analyze();
      const findings = violations.map(
        ({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join('; ')}`,
      );
      expect(findings, `${viewport.width} px, ${colorScheme}`).toEqual([]);
      const overflow = await page.evaluate<number>('document.documentElement.scrollWidth - innerWidth');
      expect(overflow, `sideways scrolling at ${viewport.width} px`).toBeLessThanOrEqual(0);
    }
  }
  if (usual !== null) await page.setViewportSize(usual);
}

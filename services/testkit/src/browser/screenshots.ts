import { ROOT } from '@kla/local'
import { mkdir } from 'node:fs/promises'
import type { Page } from 'playwright-core'
import { VIEWPORTS } from './player-browser.js'

/** Where a run keeps what its browsers showed, unless SCREENSHOTS_DIR says otherwise. */
const directory = (): string => process.env['SCREENSHOTS_DIR'] ?? `${ROOT}screenshots`

/** Keeps what a page shows, under `name`, at the width that it has. */
export async function keepScreenshot(page: Page, name: string): Promise<void> {
  await mkdir(directory(), { recursive: true })
  const width = page.viewportSize()?.width ?? 0
  await page.screenshot({ path: `${directory()}/${name}-${width}.png` })
}

/** Keeps what a page shows at both widths, and leaves it as wide as it was. */
export async function keepBothWidths(page: Page, name: string): Promise<void> {
  const before = page.viewportSize()
  for (const viewport of Object.values(VIEWPORTS)) {
    await page.setViewportSize(viewport)
    await keepScreenshot(page, name)
  }
  if (before) await page.setViewportSize(before)
}

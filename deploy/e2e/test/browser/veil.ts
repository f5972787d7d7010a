import { expect } from '@jest/globals'
import type { Locator, Page } from 'playwright-core'
import { renderedSharpness } from '../../src/browser/index.js'

/** Variance of the Laplacian: patches under the blur are near 0, the checkerboard is in the thousands. */
export const VEILED_BELOW = 40
export const SHARP_ABOVE = 300

export const videoOf = (page: Page, name: string): Locator => page.getByLabel(`${name}’s video`)

export const paneOf = (page: Page, name: string): Locator =>
  page.getByRole('region', { name, exact: true }).locator('> div').first()

export const isMuted = (page: Page, name: string): Promise<boolean> =>
  videoOf(page, name).evaluate((element) => (element as HTMLVideoElement).muted)

/** Expects that a page shows nothing of a player and plays no sound. `lens`: a page that computes. */
export async function expectVeil(lens: Page, page: Page, name: string): Promise<void> {
  expect(await renderedSharpness(lens, page, paneOf(page, name))).toBeLessThan(VEILED_BELOW)
  const drawn = await videoOf(page, name).evaluate((element) => {
    const { opacity, filter } = getComputedStyle(element)
    return { opacity, filter }
  })
  expect(drawn).toEqual({ opacity: '0', filter: 'blur(48px)' })
  expect(await isMuted(page, name)).toBe(true)
}

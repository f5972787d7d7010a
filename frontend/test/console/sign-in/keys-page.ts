import { expect } from '@jest/globals'
import { accessibilityFaults, type ConsolePage, openConsole } from '../desk/console-page.js'
import { type FakeKeys, plugIn } from './fake-keys.js'

/** A console with an authenticator, not yet at its path. */
export async function openWith(fake: FakeKeys, path: string, options: { signedIn?: boolean } = {}) {
  const console_ = await openConsole(fake.gateway, {
    host: 'localhost',
    token: options.signedIn === false ? null : 'token of a test',
  })
  const { page } = console_
  return {
    ...console_,
    authenticator: await plugIn(page),
    go: () => console_.open(path),
    panel: (name: string) => page.getByRole('region', { name }),
    alerts: () => page.getByRole('alert').count(),
    focused: () => page.evaluate(() => document.activeElement?.textContent),
  }
}

/** Checks the page with the width of a desk and of a phone. */
export async function isAccessible({ page }: Pick<ConsolePage, 'page'>): Promise<void> {
  for (const width of [1440, 390]) {
    await page.setViewportSize({ width, height: 900 })
    expect(await accessibilityFaults(page)).toEqual([])
    expect(await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBeLessThanOrEqual(0)
  }
  await page.setViewportSize({ width: 1440, height: 900 })
}

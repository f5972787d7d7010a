import type { Browser } from 'playwright-core'
import { openContext } from '../browser/player-context.js'
import { makeCaller, type Caller } from './caller.js'
import type { Ring } from './ring.js'

/** Two bare pages of the relay at `url`: one has joined, the other one has its camera on and a button to press. */
export async function openBareRing(browser: Browser, url: string): Promise<Ring> {
  const [host, joiner] = [await openPage(browser, url), await openPage(browser, url)]
  await host.page.locator('button').click()
  return {
    host,
    joiner,
    join: () => joiner.page.locator('button').click(),
    async leave() {
      await joiner.page.reload()
      await ready(joiner)
    },
    close: async () => {
      await Promise.all([host, joiner].map(({ page }) => page.context().close()))
    },
  }
}

async function openPage(browser: Browser, url: string): Promise<Caller> {
  const context = await openContext(browser, { ageConfirmed: false }, { baseURL: url })
  const caller = await makeCaller(await context.newPage())
  await caller.page.goto('/')
  await ready(caller)
  return caller
}

const ready = ({ page }: Caller): Promise<void> => page.locator('button:enabled').waitFor()

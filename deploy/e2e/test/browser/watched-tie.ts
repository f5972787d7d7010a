import { expect } from '@jest/globals'
import { enterCup, signIn } from '@kla/bots'
import type { Platform } from '@kla/local'
import type { CupView, TiesPage } from '@kla/proto/web'
import { eventually } from '@kla/testkit'
import type { Page } from 'playwright-core'
import { button, type PlayerBrowser, VIEWPORTS } from '../../src/browser/index.js'
import { type AdministratorSession, createCup, cupWhen } from '../../src/platform/index.js'

/** Time of check-in, which the platform of {@link startTie} has to have. */
export const CHECK_IN_MS = 60_000
/** Seeded so that the two who come meet in a semi-final: the first seed meets the last. */
const SEEDED = ['ada', 'cleo', 'dario', 'bea'] as const

/** Opens a page of another account in a player's browser, without camera permission. */
export async function openSpectator({ context }: PlayerBrowser, baseURL: string): Promise<Page> {
  const apart = await context
    .browser()!
    .newContext({ baseURL, viewport: VIEWPORTS.desk, permissions: [], reducedMotion: 'reduce' })
  const page = await apart.newPage()
  page.setDefaultTimeout(15_000)
  return page
}

/** Starts a cup of four and seats ada and bea, whose pages are given and logged in, in the room of their tie. */
export async function startTie(
  platform: Platform,
  administrator: AdministratorSession,
  pages: readonly Page[],
): Promise<CupView> {
  const onAll = (work: (page: Page) => Promise<unknown>): Promise<unknown> => Promise.all(pages.map(work))
  // Check-in is open: players who enter now are checked in.
  const cup = await createCup(administrator, { name: 'Midnight Cup', capacity: 4, startsInMs: CHECK_IN_MS - 1_000 })
  const anyone = { request: (path: string) => fetch(new URL(path, platform.url)) }
  await cupWhen(anyone, cup.id, ({ state }) => state === 'check-in', 15_000)
  for (const name of SEEDED) await enterCup({ session: await signIn(platform.url, name), cupId: cup.id })
  await onAll((page) => page.goto(`/cups/${cup.id}`))
  expect((await administrator.request(`/admin/cups/${cup.id}/start`, { method: 'POST' })).status).toBe(200)
  await onAll((page) => button(page, 'I’m here').click())
  await onAll((page) => button(page, 'Ready Up').waitFor({ timeout: 30_000 }))
  return cup
}

/** Returns the tie of {@link startTie} as the console lists it, with its address for spectators. */
export const watchedTie = (administrator: AdministratorSession): Promise<TiesPage['results'][number]> =>
  eventually(async () => {
    const { results } = (await (await administrator.request('/admin/ties?state=running')).json()) as TiesPage
    return results.find(({ tie, spectator_url }) => tie.state === 'playing' && spectator_url !== null) ?? false
  }, 20_000)

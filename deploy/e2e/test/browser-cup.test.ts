import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { enterCup, signIn } from '@kla/bots'
import type { Platform } from '@kla/local'
import type { CupView } from '@kla/proto/web'
import type { Page } from 'playwright-core'
import {
  accessibilityFaults,
  button,
  holdFinish,
  keepBothWidths,
  keepScreenshot,
  keepsDiscordName,
  passAgeGate,
  type PlayerBrowser,
  sees,
  signInAs,
  VIEWPORTS,
} from '../src/browser/index.js'
import {
  type AdministratorSession,
  bracketFaults,
  createCup,
  cupWhen,
  signInAdministrator,
} from '../src/platform/index.js'
import { type Scene, startScene } from './browser/scene.js'

const NAME = 'Midnight Cup'
/** Long enough to check in on a busy machine; the console then starts it earlier. */
const CHECK_IN_MS = 60_000
const HOUR_MS = 3_600_000

let platform: Platform
let scene: Scene
let administrator: AdministratorSession
let cup: CupView
/** At a desk. */
let ada: PlayerBrowser
/** On a phone. */
let bea: PlayerBrowser
const names = { ada: 'ada', bea: 'bea' }
/** They enter and then do not come. */
const absent = ['cleo', 'dario']

beforeAll(async () => {
  scene = await startScene('browser-cup', {
    environment: {
      CUP_CHECK_IN_MS: String(CHECK_IN_MS),
      CUP_NO_SHOW_MS: '25000',
      BATTLE_PROMPT_MS: '60000',
      BATTLE_VOTE_MS: '60000',
    },
  })
  platform = scene.platform
  administrator = await signInAdministrator(platform)
  ada = await scene.open('warm')
  bea = await scene.open('warm', { viewport: VIEWPORTS.phone })
}, 120_000)

afterAll(() => scene?.close(), 60_000)

const both = (): Page[] => [ada.page, bea.page]
const onBoth = <T>(work: (page: Page) => Promise<T>): Promise<T[]> => Promise.all(both().map(work))
const cupPath = (): string => `/cups/${cup.id}`
const anybody = { request: (path: string) => fetch(new URL(path, platform.url)) }

async function arrive(page: Page, name: string): Promise<void> {
  await page.goto('/cups')
  await passAgeGate(page)
  await sees(page, 'No cups yet')
  await page.getByRole('link', { name: 'Login with Discord' }).first().click()
  await signInAs(page, name)
  await page.waitForURL('**/cups')
}

async function enter(page: Page): Promise<void> {
  await page.goto('/cups')
  await page.getByRole('link', { name: NAME }).click()
  await button(page, 'Enter the cup').click()
  await keepsDiscordName(page)
  await sees(page, "You're in")
}

describe('a cup of four with two players present', () => {
  test('is found on its page and entered there', async () => {
    await arrive(ada.page, names.ada)
    await arrive(bea.page, names.bea)
    cup = await createCup(administrator, { name: NAME, capacity: 4, startsInMs: HOUR_MS })
    await enter(ada.page)
    await enter(bea.page)
    await keepBothWidths(ada.page, 'cup-entered')
    expect(await accessibilityFaults(ada.page)).toEqual([])
  }, 60_000)

  test('asks for the check-in on every page', async () => {
    // Both have entered, so nothing is left to wait for.
    const starts_at = new Date(Date.now() + CHECK_IN_MS).toISOString()
    const moved = await administrator.request(`/admin/cups/${cup.id}`, { method: 'PATCH', body: { starts_at } })
    expect(moved.status).toBe(200)
    await cupWhen(anybody, cup.id, ({ state }) => state === 'check-in', 15_000)
    await ada.page.goto('/leaderboards')
    await sees(ada.page, 'Check-in is open')
    await keepBothWidths(ada.page, 'cup-check-in-due')
    expect(await accessibilityFaults(ada.page)).toEqual([])
    await ada.page.getByRole('region', { name: 'Your cup' }).getByRole('link', { name: 'Check in' }).click()
    await button(ada.page, 'Check in').click()
    await sees(ada.page, "You're checked in")
    // She never left her page, and sees it there.
    await button(bea.page, 'Check in').click({ timeout: 30_000 })
    await sees(bea.page, "You're checked in")
  }, 90_000)

  test('calls the ties and advances the players who are present', async () => {
    for (const name of absent) await enterCup({ session: await signIn(platform.url, name), cupId: cup.id })
    const started = await administrator.request(`/admin/cups/${cup.id}/start`, { method: 'POST' })
    expect(started.status).toBe(200)
    await onBoth((page) => sees(page, 'Your tie: Semi-final'))
    await onBoth((page) => button(page, 'I’m here').click())
    await onBoth((page) => sees(page, 'Not here yet'))
    await onBoth((page) => keepScreenshot(page, 'cup-tie-called'))
    for (const page of both()) expect(await accessibilityFaults(page)).toEqual([])
    await onBoth((page) => page.getByText('Your tie: Final').waitFor({ timeout: 60_000 }))
  }, 120_000)

  test('opens the room of the final once both finalists are present and seats both', async () => {
    await onBoth((page) => button(page, 'I’m here').click())
    await onBoth((page) => button(page, 'Ready Up').waitFor({ timeout: 30_000 }))
    await onBoth((page) => keepScreenshot(page, 'cup-final-room'))
    await onBoth((page) => button(page, 'Ready Up').click())
    await onBoth((page) => button(page, /^GIF 1$/).waitFor())
    await holdFinish(bea.page)
    await onBoth((page) => sees(page, 'Who won?'))
    const vote = (page: Page) => page.getByRole('group', { name: 'Your vote' }).getByRole('button', { name: /bea/ })
    await onBoth((page) => vote(page).click())
    await sees(bea.page, 'You won')
  }, 90_000)

  test('shows its champion to all players', async () => {
    const cookies = await bea.context.cookies(platform.url)
    const cookie = cookies.map(({ name, value }) => `${name}=${value}`).join('; ')
    const signedIn = { request: (path: string) => fetch(new URL(path, platform.url), { headers: { cookie } }) }
    const ended = await cupWhen(signedIn, cup.id, ({ state }) => state === 'finished', 60_000)
    expect(ended.champion?.username).toBe(names.bea)
    expect(bracketFaults(ended)).toEqual([])
    // No name beside a category for who is not signed in.
    const shown = await cupWhen(anybody, cup.id, ({ state }) => state === 'finished', 5_000)
    expect(shown.champion?.username).toMatch(/^Player \d$/)
    expect(bracketFaults(shown)).toEqual([])
    const visitor = await bea.context.browser()!.newContext({ baseURL: platform.url, viewport: VIEWPORTS.desk })
    const page = await visitor.newPage()
    await page.goto(cupPath())
    await passAgeGate(page)
    await page.getByText('Champion', { exact: false }).first().waitFor()
    await page.getByText(/^Player \d won against Player \d, by vote\.$/).waitFor({ state: 'attached' })
    await keepBothWidths(page, 'cup-finished')
    expect(await accessibilityFaults(page)).toEqual([])
    await visitor.close()
  }, 90_000)

  test('logs no error on any page', () => {
    expect(ada.complaints).toEqual([])
    expect(bea.complaints).toEqual([])
  })
})

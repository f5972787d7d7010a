import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { type Session, signIn } from '@kla/bots'
import type { Platform } from '@kla/local'
import type { Leaderboard } from '@kla/proto/web'
import type { Page } from 'playwright-core'
import { accessibilityFaults, button, keepBothWidths, type PlayerBrowser, sees } from '../src/browser/index.js'
import { accountIdOf, signInAdministrator } from '../src/platform/index.js'
import { type Scene, startScene } from './browser/scene.js'
import { submitConsoleLogin } from './browser/sign-in.js'

let platform: Platform
let scene: Scene
let player: Session
let playerId: number
let moderator: PlayerBrowser

beforeAll(async () => {
  scene = await startScene('browser-leaderboard-editor')
  platform = scene.platform
  player = await signIn(platform.url, 'otto')
  playerId = await accountIdOf(await signInAdministrator(platform), player.id)
  moderator = await scene.open('warm', { baseUrl: scene.consoleUrl })
}, 120_000)

afterAll(() => scene?.close(), 60_000)

/** What the player has, as players are shown it. */
async function figures(): Promise<readonly [won: number, played: number] | null> {
  const { you } = (await (await player.request('/api/leaderboard')).json()) as Leaderboard
  return you && [you.games_won, you.games_played]
}

async function fillIn(page: Page, won: string, played: string, reason: string): Promise<void> {
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Games won, difference').fill(won)
  await dialog.getByLabel('Games played, difference').fill(played)
  await dialog.getByLabel('Reason').fill(reason)
  await page.keyboard.press('Control+Enter')
  await dialog.waitFor({ state: 'detached' })
}

describe('the leaderboard editor', () => {
  test('corrects figures with a reason and reverses the correction by keyboard and by button', async () => {
    const { page } = moderator
    await page.goto(`leaderboardeditor?userId=${playerId}`)
    const { administrator: username, password } = platform.console
    await submitConsoleLogin(page, { username, password })

    const opened = page.getByRole('region', { name: `otto #${playerId}` })
    /** In the player's own history; the history of all players is hidden behind it. */
    const shows = (reason: string) => opened.getByText(reason).waitFor()
    expect(await figures()).toBeNull()
    await button(page, `Give user ${playerId} figures`).click()
    await fillIn(page, '4', '7', 'Counted by hand after an outage')
    await button(page, `Open otto #${playerId}`).click()
    await shows('Counted by hand after an outage')
    expect(await figures()).toEqual([4, 7])

    await page.keyboard.press('c')
    await fillIn(page, '-1', '', 'One win was traded')
    await shows('One win was traded')
    expect(await figures()).toEqual([3, 7])
    await keepBothWidths(page, 'leaderboard-editor')
    expect(await accessibilityFaults(page)).toEqual([])

    await page.keyboard.press('u')
    await sees(page, 'Undone: ')
    expect(await figures()).toEqual([4, 7])

    await opened.getByRole('button', { name: /^Reverse \+4 won/ }).click()
    await page.getByRole('dialog').getByLabel('Reason').fill('There was no outage')
    await page.keyboard.press('Control+Enter')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await sees(page, 'No one has a counted game here.')
    expect(await figures()).toBeNull()
    expect(moderator.complaints).toEqual([])
  }, 60_000)
})

describe('a login that ends at the provider', () => {
  const lobby = 'Back to the lobby'
  const links = (page: Page) => page.getByRole('navigation').getByRole('link').allTextContents()

  test('leads back to a page of the site after cancel, Back and reload, and on to where it began', async () => {
    const page = await moderator.page.context().newPage()
    await page.goto(`${platform.url}/auth/discord?redirectBackTo=%2Fshop`)
    await button(page, 'Cancel').click()
    const heading = page.getByRole('heading', { level: 1, name: "You're not logged in" })
    await heading.waitFor()
    await sees(page, 'You cancelled the login at Discord.')
    expect(await links(page)).toEqual(['Try again', lobby])
    expect(await accessibilityFaults(page)).toEqual([])
    await keepBothWidths(page, 'login-cancelled')

    await page.reload()
    await heading.waitFor()
    await page.goBack()
    await button(page, 'Cancel').waitFor()
    await page.goForward()
    await heading.waitFor()
    expect(await links(page)).toEqual(['Try again', lobby])

    await page.getByRole('link', { name: 'Try again' }).click()
    await button(page, 'Robin').click()
    await page.waitForURL(`${platform.url}/shop`)
    // To the callback that has been used.
    const callback = page.waitForResponse((response) => response.url().includes('/auth/discord/callback'))
    await page.goto(`${platform.url}/auth/discord/callback?code=used&state=used`)
    expect((await callback).status()).toBe(302)
    await page.waitForURL(`${platform.url}/shop`)
    await page.close()
  }, 60_000)
})

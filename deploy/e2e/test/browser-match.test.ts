import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { eventually } from '@kla/testkit'
import type { Page } from 'playwright-core'
import {
  accessibilityFaults,
  button,
  extendPage,
  goIn,
  keepBothWidths,
  keepScreenshot,
  keepsDiscordName,
  otherPicture,
  type PlayerBrowser,
  readPicture,
  sees,
  showBoth,
  translatePage,
  VIEWPORTS,
} from '../src/browser/index.js'
import { type Scene, startScene } from './browser/scene.js'
import { logInFrom } from './browser/sign-in.js'

let scene: Scene
/** Searches at a desk and plays by keyboard. */
let ada: PlayerBrowser
/** Searches on a phone. */
let bea: PlayerBrowser
const names = { ada: 'ada', bea: 'bea' }

beforeAll(async () => {
  scene = await startScene('browser-match', { environment: { BATTLE_PROMPT_MS: '60000' } })
  ada = await scene.open('warm', { firstTime: true })
  bea = await scene.open('cool', { viewport: VIEWPORTS.phone })
}, 120_000)

afterAll(() => scene?.close(), 60_000)

const both = (): Page[] => [ada.page, bea.page]
const onBoth = <T>(work: (page: Page) => Promise<T>): Promise<T[]> => Promise.all(both().map(work))

async function arrive(page: Page, name: string): Promise<void> {
  await logInFrom(page, '/gameroom', name)
  await button(page, 'Find a match').waitFor()
}

const nextButton = (page: Page) => page.locator('header').getByRole('button', { name: /^Next/ })
/** A page that is loaded anew forgets this. */
const mark = (page: Page): Promise<void> => page.evaluate(() => void Object.assign(window, { isSamePage: true }))
const isSamePage = (page: Page): Promise<boolean> => page.evaluate(() => 'isSamePage' in window)

describe('two players who do not know each other', () => {
  test('search for the same match while one of them reads another page', async () => {
    await Promise.all([arrive(ada.page, names.ada), arrive(bea.page, names.bea)])
    await onBoth(mark)
    // From here on, an extension changes his page, and her browser translates hers.
    await extendPage(ada.page)
    await translatePage(bea.page)
    await keepBothWidths(ada.page, 'lobby-quick-match')

    await button(ada.page, 'Find a match').click()
    await ada.page.getByRole('dialog').getByText('Show more').waitFor()
    await ada.page.getByLabel('Your video preview').waitFor()
    await keepBothWidths(ada.page, 'match-ready')
    expect(await accessibilityFaults(ada.page)).toEqual([])
    await goIn(ada.page, 'Find an opponent')
    await sees(ada.page, 'No one else is searching here yet')
    await keepBothWidths(ada.page, 'match-searching')
    expect(await accessibilityFaults(ada.page)).toEqual([])
    await ada.page.getByRole('link', { name: 'News' }).first().click()
    await ada.page.getByRole('region', { name: 'Your search' }).waitFor()
    await keepBothWidths(ada.page, 'match-search-bar')
    expect(await accessibilityFaults(ada.page)).toEqual([])

    await button(bea.page, 'Find a match').click()
    await keepsDiscordName(bea.page)
  }, 60_000)

  test('see the match at once and both have to accept it', async () => {
    await onBoth((page) => sees(page, 'Opponent found'))
    await onBoth((page) => keepScreenshot(page, 'match-found'))
    expect(await ada.page.title()).toContain('Opponent found')

    await ada.page.keyboard.press('Tab')
    await ada.page.keyboard.press('Tab')
    // A press in the first moment, which may have been meant for something else, does nothing.
    await button(ada.page, 'Accept').and(ada.page.locator('[aria-disabled=false]')).waitFor()
    await ada.page.keyboard.press('Enter')
    await sees(ada.page, 'You accepted')
    await button(bea.page, 'Accept').click()
  }, 30_000)

  test('meet in a new room without a reload and see each other', async () => {
    await sees(ada.page, names.bea)
    await sees(bea.page, names.ada)
    await onBoth((page) =>
      eventually(async () => expect((await readPicture(otherPicture(page))).frames).toBeGreaterThan(5), 20_000),
    )
    await showBoth(both())
    expect(new URL(ada.page.url()).pathname).toBe('/gameroom')
    expect(await onBoth(isSamePage)).toEqual([true, true])
    await onBoth((page) => keepScreenshot(page, 'match-room'))
    for (const page of both()) expect(await accessibilityFaults(page)).toEqual([])
  }, 60_000)

  test('confirm before "next" ends a battle, then search again without a reload', async () => {
    await onBoth((page) => button(page, 'Ready Up').click())
    await onBoth((page) => button(page, /^GIF 1$/).waitFor())
    await nextButton(ada.page).click()
    await sees(ada.page, 'Leave this battle?')
    await button(ada.page, 'Stay').click()
    await button(ada.page, /^GIF 1$/).waitFor()
    await nextButton(ada.page).click()
    await button(ada.page, 'Leave and find the next').click()
    await sees(ada.page, 'Searching for an opponent…')
    await sees(bea.page, `${names.ada} has left.`)
    await keepScreenshot(bea.page, 'match-left')
    expect(await isSamePage(ada.page)).toBe(true)
  }, 60_000)

  test('do not meet again immediately', async () => {
    await nextButton(bea.page).click()
    await onBoth((page) => sees(page, '2 people are searching here now'))
    await onBoth(async (page) => expect(await page.getByText('Opponent found').count()).toBe(0))
    await button(ada.page, 'Cancel the search').click()
    await button(ada.page, 'Find a match').waitFor()
    await sees(bea.page, 'No one else is searching here yet')
    await button(bea.page, 'Cancel the search').click()
  }, 60_000)
})

describe('a blocked opponent', () => {
  test('is blocked from the room, which ends it, and unblocked in the settings', async () => {
    await ada.page.getByLabel('Room name').fill('Back room')
    await button(ada.page, 'Create Room').click()
    await button(bea.page, 'Join Back room').click()
    await sees(bea.page, names.ada)
    await button(bea.page, `Block ${names.ada}`).click()
    await sees(bea.page, `Block ${names.ada}?`)
    await keepScreenshot(bea.page, 'block')
    expect(await accessibilityFaults(bea.page)).toEqual([])
    await button(bea.page, 'Block and leave').click()
    await sees(bea.page, `${names.ada} is blocked`)
    await sees(ada.page, 'Free corner')

    await sees(bea.page, 'No rooms open at the moment')
    await bea.page.getByRole('link', { name: 'Settings' }).or(bea.page.locator('a[href="/settings"]')).first().click()
    await bea.page.getByRole('link', { name: 'Safety' }).click()
    await bea.page
      .getByRole('list', { name: 'Blocked people' })
      .getByRole('button', { name: `Unblock ${names.ada}` })
      .click()
    await sees(bea.page, 'You haven’t blocked anyone.')
    await bea.page.getByRole('link', { name: 'Battle' }).first().click()
    await button(bea.page, 'Join Back room').click()
    await sees(bea.page, names.ada)
  }, 90_000)
})

describe('an account in a second tab', () => {
  /** What a lobby offers while the account has its seat in another tab. */
  const offer = (page: Page) => page.getByRole('region', { name: "You're already in a room" })

  test('is offered its room there, which closes the first one, and leaves it from either', async () => {
    const first = bea.page
    // From the room that the test before has left open.
    const second = await bea.context.newPage()
    await second.goto('/gameroom')
    await offer(second).waitFor()
    await keepBothWidths(second, 'second-tab')
    expect(await accessibilityFaults(second)).toEqual([])
    await offer(second).getByRole('button', { name: 'Go to my room' }).click()
    await sees(first, 'This room was opened in another window')
    await sees(second, names.ada)
    await sees(ada.page, names.bea)

    await button(first, 'Back to the lobby').click()
    await offer(first).getByRole('button', { name: 'Leave it' }).click()
    await offer(first).getByRole('button', { name: 'Stay' }).click()
    await offer(first).getByRole('button', { name: 'Leave it' }).click()
    await offer(first)
      .getByRole('button', { name: 'Leave the room' })
      .and(first.locator('[aria-disabled=false]'))
      .click()
    await offer(first).waitFor({ state: 'detached' })
    await button(second, 'Create Room').waitFor()
    await sees(ada.page, 'Free corner')
    await second.close()
  }, 60_000)
})

describe('all of that', () => {
  test('leaves no error on any page', () => {
    expect([...ada.complaints, ...bea.complaints]).toEqual([])
  })
})

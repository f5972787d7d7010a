import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { localOperator, rollout } from '@kla/bots'
import type { Platform } from '@kla/local'
import { eventually } from '@kla/testkit'
import type { Page } from 'playwright-core'
import {
  button,
  chatField,
  createRoom,
  goIn,
  holdFinish,
  inviteLink,
  otherPicture,
  type PlayerBrowser,
  readPicture,
  readRecord,
  recordPage,
  sees,
  showBoth,
  VIEWPORTS,
} from '../src/browser/index.js'
import { type Scene, startScene } from './browser/scene.js'
import { joinByInvitation, logInFrom } from './browser/sign-in.js'

const names = { ada: 'ada', bea: 'bea', cleo: 'cleo' }
const WITHIN_MS = 45_000
let platform: Platform
let scene: Scene
let ada: PlayerBrowser
let bea: PlayerBrowser
/** Searches for a match all the time, in a window of Bea's browser that has no camera. */
let cleo: Page

beforeAll(async () => {
  scene = await startScene('browser-rollout', {
    route: true,
    environment: {
      BATTLE_PROMPT_MS: '6000',
      BATTLE_SHOW_MS: '6000',
      BATTLE_VOTE_MS: '90000',
      TICK_MS: '1000',
      DRAIN_MS: '10000',
    },
  })
  platform = scene.platform
  ada = await scene.open('warm')
  bea = await scene.open('cool', { viewport: VIEWPORTS.phone })
  const apart = await bea.context
    .browser()!
    .newContext({ baseURL: platform.url, permissions: [], reducedMotion: 'reduce' })
  cleo = await apart.newPage()
  for (const page of [ada.page, bea.page, cleo]) {
    // Two browsers with cameras and a gateway that starts beside them leave a small machine little to spare.
    page.setDefaultTimeout(WITHIN_MS)
    await recordPage(page)
  }
}, 120_000)

afterAll(() => scene?.close(), 60_000)

const both = (): Page[] => [ada.page, bea.page]
const onBoth = <T>(work: (page: Page) => Promise<T>): Promise<T[]> => Promise.all(both().map(work))
const framesOf = async (page: Page): Promise<number> => (await readPicture(otherPicture(page))).frames

/** The counted lines of the chat, as they stand there. */
const linesOf = async (page: Page): Promise<string[]> =>
  (await page.locator('[role=log] p').allTextContents()).flatMap((line) => /line \d+$/.exec(line) ?? [])

async function say(page: Page, line: string): Promise<void> {
  await (await chatField(page)).fill(line)
  await page.keyboard.press('Enter')
}

describe('a battle across a rollout of the gateway', () => {
  const said: string[] = []

  test('runs while another player searches', async () => {
    await logInFrom(ada.page, '/gameroom', names.ada)
    await createRoom(ada.page, 'On the move')
    await joinByInvitation(bea.page, await inviteLink(ada.page), names.bea)
    await sees(bea.page, names.ada)
    await showBoth(both())
    await onBoth((page) => eventually(async () => expect(await framesOf(page)).toBeGreaterThan(10), WITHIN_MS))

    await logInFrom(cleo, '/gameroom', names.cleo)
    await button(cleo, 'Find a match').click()
    await goIn(cleo, 'Find an opponent')
    await sees(cleo, 'No one else is searching here yet')
    await onBoth((page) => button(page, 'Ready Up').click())
    await onBoth((page) => button(page, /^GIF 1$/).waitFor())
  }, 240_000)

  test('goes on: pictures move, every message arrives once and no notice appears', async () => {
    const before = await Promise.all([...both(), cleo].map(readRecord))
    const [old] = platform.running('gateway')
    let over = false
    const rolling = Promise.all(rollout('gateway').map(({ make }) => make(localOperator(platform)))).finally(
      () => (over = true),
    )
    for (let counter = 1; !over; counter += 1) {
      const [page] = counter % 2 === 0 ? [ada.page] : [bea.page]
      const frames = await Promise.all(both().map(framesOf))
      said.push(`line ${counter}`)
      await say(page, `line ${counter}`)
      await onBoth((reader) => eventually(async () => expect(await linesOf(reader)).toEqual(said), WITHIN_MS))
      for (const [index, reader] of both().entries()) {
        await eventually(async () => expect(await framesOf(reader)).toBeGreaterThan(frames[index] ?? 0), WITHIN_MS)
      }
    }
    await rolling
    expect(old?.running()).toBe(false)
    // They see each other as before.
    for (const page of both()) expect(await page.locator('video[data-veiled]').count()).toBe(0)

    const after = await Promise.all([...both(), cleo].map(readRecord))
    for (const [index, { peers, losses, sockets }] of after.entries()) {
      expect({ peers, losses }).toEqual({ peers: before[index]?.peers, losses: [] })
      // The new connection was there before the old one went.
      expect(sockets).toHaveLength((before[index]?.sockets.length ?? 0) + 1)
      expect(sockets.at(-1)).toMatchObject({ besideAtOpen: 1, besideAtEnd: null })
      expect(sockets.at(-2)).toMatchObject({ besideAtEnd: 1 })
    }
    const room = new URL(after[0]?.sockets.at(-1)?.address ?? '').searchParams.get('room')
    expect(room).not.toBeNull()
    expect(after[1]?.sockets.at(-1)?.address).toContain(`?room=${room}`)
  }, 240_000)

  test('is played to its end at the other gateway', async () => {
    await holdFinish(bea.page)
    await onBoth((page) => sees(page, 'Who won?'))
    const vote = (page: Page) =>
      page.getByRole('group', { name: 'Your vote' }).getByRole('button', { name: new RegExp(names.ada) })
    await onBoth((page) => vote(page).click())
    await sees(bea.page, `${names.ada} won`)
    expect(await linesOf(ada.page)).toEqual(said)
  }, 120_000)

  test('leaves the search intact: the next player who searches is matched', async () => {
    await button(bea.page, 'Leave Room').click()
    await sees(bea.page, 'Succesfully Left Room')
    await button(bea.page, 'Find a match').click()
    await sees(cleo, 'Opponent found')
    await sees(bea.page, 'Opponent found')
    expect([...ada.complaints, ...bea.complaints]).toEqual([])
  }, 120_000)
})

import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { localOperator, rollout } from '@kla/bots'
import { findTool, type Platform } from '@kla/local'
import { eventually } from '@kla/testkit'
import type { Page } from 'playwright-core'
import {
  button,
  chatField,
  createRoom,
  goIn,
  holdFinish,
  inviteLink,
  keepsDiscordName,
  openPlayerBrowser,
  otherPicture,
  passAgeGate,
  type PlayerBrowser,
  readPicture,
  readRecord,
  recordPage,
  renderFakeCamera,
  sees,
  showBoth,
  signInAs,
  VIEWPORTS,
} from '../src/browser/index.js'
import { startTestPlatform } from '../src/platform/index.js'

const names = { ada: 'ada', bea: 'bea', cleo: 'cleo' }
const WITHIN_MS = 45_000
let platform: Platform
let directory: string
let ada: PlayerBrowser
let bea: PlayerBrowser
/** Searches for a match all the time, in a window of Bea's browser that has no camera. */
let cleo: Page

beforeAll(async () => {
  const [chromiumPath, ffmpeg] = await Promise.all([findTool('chromium'), findTool('ffmpeg')])
  if (!chromiumPath || !ffmpeg) throw new Error('Chromium and ffmpeg have to be here: run the tests with npm test')
  directory = await mkdtemp(join(tmpdir(), 'kla-cameras-'))
  platform = await startTestPlatform('browser-rollout', {
    route: true,
    environment: {
      BATTLE_PROMPT_MS: '6000',
      BATTLE_SHOW_MS: '6000',
      BATTLE_VOTE_MS: '90000',
      TICK_MS: '1000',
      DRAIN_MS: '10000',
    },
  })
  const baseUrl = platform.url
  const [warm, cool] = await Promise.all([
    renderFakeCamera(ffmpeg, directory, 'warm'),
    renderFakeCamera(ffmpeg, directory, 'cool'),
  ])
  ada = await openPlayerBrowser({ chromiumPath, camera: warm, baseUrl })
  bea = await openPlayerBrowser({ chromiumPath, camera: cool, baseUrl, viewport: VIEWPORTS.phone })
  const apart = await bea.context.browser()!.newContext({ baseURL: baseUrl, permissions: [], reducedMotion: 'reduce' })
  cleo = await apart.newPage()
  for (const page of [ada.page, bea.page, cleo]) {
    // Two browsers with cameras and a gateway that starts beside them leave a small machine little to spare.
    page.setDefaultTimeout(WITHIN_MS)
    await recordPage(page)
  }
}, 120_000)

afterAll(async () => {
  await ada?.close()
  await bea?.close()
  await platform?.close()
  if (directory) await rm(directory, { recursive: true, force: true })
}, 60_000)

const both = (): Page[] => [ada.page, bea.page]
const onBoth = <T>(work: (page: Page) => Promise<T>): Promise<T[]> => Promise.all(both().map(work))
const framesOf = async (page: Page): Promise<number> => (await readPicture(otherPicture(page))).frames

async function arrive(page: Page, name: string, path: string): Promise<void> {
  await page.goto(path)
  await passAgeGate(page)
  await signInAs(page, name)
}

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
    await ada.page.goto('/gameroom')
    await passAgeGate(ada.page)
    await ada.page.getByRole('link', { name: 'Login with Discord' }).first().click()
    await signInAs(ada.page, names.ada)
    await createRoom(ada.page, 'On the move')
    await arrive(bea.page, names.bea, await inviteLink(ada.page))
    await keepsDiscordName(bea.page)
    await sees(bea.page, names.ada)
    await showBoth(both())
    await onBoth((page) => eventually(async () => expect(await framesOf(page)).toBeGreaterThan(10), WITHIN_MS))

    await cleo.goto('/gameroom')
    await passAgeGate(cleo)
    await cleo.getByRole('link', { name: 'Login with Discord' }).first().click()
    await signInAs(cleo, names.cleo)
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

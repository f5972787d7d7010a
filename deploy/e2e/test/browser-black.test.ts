import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { type Bot, createBot, OPEN_ROOM, percentile, signIn } from '@kla/bots'
import { eventually, uniqueName } from '@kla/testkit'
import type { Page } from 'playwright-core'
import {
  button,
  film,
  goIn,
  keepScreenshot,
  middleOf,
  type PlayerBrowser,
  receivedSharpness,
  sees,
  sharpnessOf,
  VIEWPORTS,
} from '../src/browser/index.js'
import { type Scene, startScene } from './browser/scene.js'
import { arriveAs, meetInRoom } from './browser/sign-in.js'
import { expectVeil, paneOf, SHARP_ABOVE, VEILED_BELOW, videoOf } from './browser/veil.js'

const WITHDRAWN_WITHIN_MS = 300
/** How long a film goes on once the picture is covered. */
const FILMED_ON_MS = 250
const WITHDRAWALS = 50
/** More that are filmed, and not measured: a film takes the processor from what it films. */
const FILMED = 5
/** From the second press to the first black frame. Safety design W4. */
const BLACK_WITHIN_MS = 100
/** From the second press to the seat that the other player sees free. */
const FREE_WITHIN_MS = 500
const EXITS = 20

let scene: Scene
let ada: PlayerBrowser
/** On a phone. */
let bea: PlayerBrowser
/** Computes. */
let lens: Page
let host: Bot | undefined

beforeAll(async () => {
  scene = await startScene('browser-black')
  ada = await scene.open('checkered')
  bea = await scene.open('checkered', { viewport: VIEWPORTS.phone })
  lens = await (await ada.context.browser()!.newContext()).newPage()
  await timeBlack(bea.page)
  await arriveAs(ada.page, 'ada')
  await arriveAs(bea.page, 'bea')
  await meetInRoom(ada.page, bea.page, 'Behind the curtain')
}, 120_000)

afterAll(async () => {
  await host?.client.close()
  await scene?.close()
}, 60_000)

const pages = (): [Page, Page] => [ada.page, bea.page]
const onBoth = <T>(work: (page: Page) => Promise<T>): Promise<T[]> => Promise.all(pages().map(work))

interface Moments {
  /** Unix milliseconds. */
  pressed: number[]
  covered: number[]
}

/**
 * When the key was struck, and when the screen first had the other's picture under its lock: a word that enters the page
 * together with the lock tells when it was presented (Element Timing).
 */
const keepMoments = (page: Page): Promise<unknown> =>
  page.evaluate(() => {
    const moments: Moments = { pressed: [], covered: [] }
    Object.assign(globalThis, { moments })
    const unixOf = (timeStamp: number): number => performance.timeOrigin + timeStamp
    addEventListener('keydown', ({ key, timeStamp }) => key === 'b' && moments.pressed.push(unixOf(timeStamp)), true)
    const presented = document.body.appendChild(document.createElement('div'))
    Object.assign(presented.style, { position: 'fixed', left: '0', bottom: '0', zIndex: '9999', pointerEvents: 'none' })
    new PerformanceObserver((list) => {
      for (const { startTime } of list.getEntries()) moments.covered.push(unixOf(startTime))
      presented.replaceChildren()
    }).observe({ type: 'element' })
    new MutationObserver((mutations) => {
      if (!mutations.some(({ target }) => (target as Element).matches('video[data-veiled][aria-label$="’s video"]')))
        return
      const word = document.createElement('p')
      word.setAttribute('elementtiming', 'covered')
      word.textContent = 'covered'
      presented.replaceChildren(word)
    }).observe(document.body, { subtree: true, attributeFilter: ['data-veiled'] })
  })

const momentsOf = (page: Page): Promise<Moments> =>
  page.evaluate(() => (globalThis as unknown as { moments: Moments }).moments)

async function showBothByKey(): Promise<void> {
  for (const page of pages()) {
    await button(page, 'Show myself').waitFor()
    await page.keyboard.press('s')
  }
  for (const page of pages()) await page.locator('video[data-veiled]').waitFor({ state: 'detached' })
}

interface Timed {
  pressedMs: number
  blackMs: number
}

/** Has the page note when Escape was pressed last, and when its first black frame was on the screen: a word in it says so. */
const timeBlack = (page: Page): Promise<unknown> =>
  page.addInitScript(() => {
    const timed: Timed = { pressedMs: 0, blackMs: 0 }
    Object.assign(globalThis, { timed })
    addEventListener('keydown', ({ key, timeStamp }) => key === 'Escape' && (timed.pressedMs = timeStamp), {
      capture: true,
    })
    new MutationObserver((changes) => {
      for (const black of changes.flatMap(({ addedNodes }) => [...addedNodes])) {
        if (!(black instanceof HTMLElement) || black.dataset['blackout'] === undefined) continue
        const word = document.createElement('p')
        word.setAttribute('elementtiming', 'black')
        word.style.cssText = 'color: #222; font: 40px sans-serif; margin: 40px'
        word.textContent = 'black'
        black.append(word)
      }
    }).observe(document, { childList: true, subtree: true })
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEntry & { identifier: string; renderTime: number })[]) {
        if (entry.identifier === 'black') timed.blackMs = entry.renderTime
      }
    }).observe({ type: 'element', buffered: true })
  })

interface Exit {
  readonly blackMs: number
  /** Unix milliseconds. */
  readonly pressedAtMs: number
}

async function timeExit(page: Page): Promise<Exit> {
  await page.evaluate(() =>
    Object.assign((globalThis as unknown as { timed: Timed }).timed, { pressedMs: 0, blackMs: 0 }),
  )
  await page.keyboard.press('Escape')
  await page.keyboard.press('Escape')
  await page.getByRole('heading', { name: "You've left." }).waitFor()
  return eventually(() =>
    page.evaluate(() => {
      const { timed } = globalThis as unknown as { timed: Timed }
      if (timed.blackMs === 0) return false
      return { blackMs: timed.blackMs - timed.pressedMs, pressedAtMs: performance.timeOrigin + timed.pressedMs }
    }),
  )
}

describe('a withdrawal', () => {
  test('shows nothing any more within 300 ms, or twice the time that its own page needs for it', async () => {
    const part = await middleOf(bea.page, paneOf(bea.page, 'ada'))
    await keepMoments(ada.page)
    await keepMoments(bea.page)
    const delays: number[] = []
    /** Time that this machine needs to draw a cover, on the page that withdraws and waits for no answer. */
    const ownDelays: number[] = []
    /** Filmed frames: the film can tell the one from the other. */
    let sharpBefore = 0
    for (let withdrawal = 0; withdrawal < WITHDRAWALS + FILMED; withdrawal += 1) {
      await showBothByKey()
      await eventually(
        async () => expect(await receivedSharpness(lens, videoOf(bea.page, 'ada'))).toBeGreaterThan(SHARP_ABOVE),
        10_000,
      )
      const filming = withdrawal < WITHDRAWALS ? null : await film(bea.page)
      await ada.page.keyboard.press('b')
      await onBoth((page) =>
        eventually(async () => expect((await momentsOf(page)).covered).toHaveLength(withdrawal + 1), 5_000),
      )
      const own = await momentsOf(ada.page)
      const pressedAt = own.pressed[withdrawal]!
      const coveredAt = (await momentsOf(bea.page)).covered[withdrawal]!
      if (!filming) {
        delays.push(coveredAt - pressedAt)
        ownDelays.push(own.covered[withdrawal]! - pressedAt)
        continue
      }
      await eventually(() => expect(filming.frames.at(-1)?.at).toBeGreaterThan(coveredAt + FILMED_ON_MS), 5_000)
      await filming.stop()
      const before = filming.frames.filter(({ at }) => at < coveredAt)
      sharpBefore += (
        await sharpnessOf(
          lens,
          before.map(({ picture }) => picture),
          part,
        )
      ).filter((value) => value > SHARP_ABOVE).length
      const after = filming.frames.filter(({ at }) => at >= coveredAt)
      expect(
        Math.max(
          ...(await sharpnessOf(
            lens,
            after.map(({ picture }) => picture),
            part,
          )),
        ),
      ).toBeLessThan(VEILED_BELOW)
    }
    expect(sharpBefore).toBeGreaterThan(0)
    await expectVeil(lens, ada.page, 'bea')
    await expectVeil(lens, bea.page, 'ada')
    await onBoth((page) => sees(page, /^You're both blurred again.* Press Show myself when you're ready\.$/))
    await sees(bea.page, /ada went back to the blur/)
    await onBoth((page) => keepScreenshot(page, 'reveal-withdrawn'))
    // Two browsers that draw in software share the machine.
    expect(percentile(delays, 0.95)).toBeLessThan(Math.max(WITHDRAWN_WITHIN_MS, 2 * percentile(ownDelays, 0.95)))
  }, 420_000)
})

describe('the way out', () => {
  test('is black in a tenth of a second and free in half a second', async () => {
    await button(bea.page, 'Leave Room').first().click()
    await sees(ada.page, 'Free corner')
    const bot = createBot({ session: await signIn(scene.platform.url, uniqueName('host')) })
    host = bot
    await bot.client.connect()
    const { roomId } = await bot.must('create-room', { ...OPEN_ROOM, publicRoom: false })
    let freeAtMs = 0
    bot.client.on('user-disconnected', () => (freeAtMs = Date.now()))
    const black: number[] = []
    const free: number[] = []
    for (let exit = 0; exit < EXITS; exit++) {
      await bea.page.goto(`/join-room?room=${roomId}`)
      await goIn(bea.page)
      await button(bea.page, 'Room Chat').waitFor()
      freeAtMs = 0
      const { blackMs, pressedAtMs } = await timeExit(bea.page)
      black.push(blackMs)
      free.push((await eventually(() => freeAtMs)) - pressedAtMs)
      await sees(bea.page, /You won't be matched/)
      const undone = await bea.page.evaluate(
        (id) => fetch(`/user/blocks/${id}`, { method: 'DELETE' }).then(({ status }) => status),
        bot.client.id,
      )
      expect(undone).toBe(200)
    }
    expect(percentile(black, 0.95)).toBeLessThan(BLACK_WITHIN_MS)
    expect(percentile(free, 0.95)).toBeLessThan(FREE_WITHIN_MS)
  }, 180_000)
})

test('leaves no error on any page', () => {
  expect([...ada.complaints, ...bea.complaints]).toEqual([])
})

import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals'
import { eventually } from '@kla/testkit'
import type { Page } from 'playwright-core'
import {
  accessibilityFaults,
  type AccessLink,
  button,
  type Conditions,
  keepBothWidths,
  openAccessLink,
  otherPicture,
  type PlayerBrowser,
  showBoth,
} from '../src/browser/index.js'
import { type Relay, type Scene, startRelay, startScene } from './browser/scene.js'
import { arriveAs, meetInRoom } from './browser/sign-in.js'

const NAMES = ['First', 'Second'] as const
/** Issue's word: the picture is back by then. */
const BACK_WITHIN_MS = 8_000
/** A verdict takes some looks of both ends, every two seconds, and some of the relay. */
const NAMED_WITHIN_MS = 25_000

let relay: Relay
let scene: Scene
const players: PlayerBrowser[] = []
const links: AccessLink[] = []

/** Lets a page reach the relay by its own access. */
const byAccess = (page: Page, relay: number, own: number): Promise<unknown> =>
  page.addInitScript(
    ([from, to]) => {
      const moved = (configuration?: RTCConfiguration): RTCConfiguration => ({
        ...configuration,
        iceServers:
          configuration?.iceServers?.map((server) => ({
            ...server,
            urls: [server.urls].flat().map((url) => url.replace(`:${from}`, `:${to}`)),
          })) ?? [],
      })
      globalThis.RTCPeerConnection = class extends RTCPeerConnection {
        constructor(configuration?: RTCConfiguration) {
          super(moved(configuration))
          Object.assign(globalThis, { connection: this })
        }
        override setConfiguration(configuration?: RTCConfiguration): void {
          super.setConfiguration(moved(configuration))
        }
      }
    },
    [relay, own] as const,
  )

beforeAll(async () => {
  relay = await startRelay()
  scene = await startScene('browser-link', { environment: relay.environment })
  for (const pattern of ['warm', 'cool'] as const) {
    const link = await openAccessLink(relay)
    links.push(link)
    players.push(await scene.open(pattern, { args: link.args }))
  }
  const [first, second] = pages()
  for (const [at, page] of [first, second].entries()) {
    await byAccess(page, relay.port, links[at]!.relayPort)
    await arriveAs(page, NAMES[at]!)
  }
  await meetInRoom(first, second, 'Far away')
  await Promise.all(pages().map((page) => moves(page, 30_000)))
}, 120_000)

// A connection that was replaced begins veiled.
beforeEach(async () => {
  if (await button(pages()[0], 'Show myself').isVisible()) await showBoth(pages())
}, 30_000)

afterAll(async () => {
  await scene?.close()
  for (const link of links) await link.close()
  await relay?.stop()
}, 60_000)

const pages = () => players.map(({ page }) => page) as [Page, Page]

const framesOf = (page: Page): Promise<number> =>
  otherPicture(page).evaluate((video) => (video as HTMLVideoElement).getVideoPlaybackQuality().totalVideoFrames)

/** Identifies a page's attempt at a link; each repair has its own. */
const attemptOf = (page: Page): Promise<string | undefined> =>
  page.evaluate(() => {
    const { connection } = globalThis as unknown as { connection: RTCPeerConnection }
    return /a=ice-ufrag:(\S+)/.exec(connection.localDescription?.sdp ?? '')?.[1]
  })

/** Waits for five frames more; a new connection counts anew. */
async function moves(page: Page, withinMs: number): Promise<void> {
  let least = Infinity
  await eventually(async () => {
    const frames = await framesOf(page)
    least = Math.min(least, frames)
    expect(frames).toBeGreaterThan(least + 5)
  }, withinMs)
}

const reads = (page: Page, text: string, withinMs: number) =>
  page.getByRole('status').getByText(text, { exact: true }).waitFor({ timeout: withinMs })

/** Both links as given; without one a link is good. */
const become = (...conditions: (Conditions | null)[]) => links.forEach((link, at) => link.become(conditions[at] ?? {}))

/** What each page is to name within the time, with these conditions. */
async function names(conditions: readonly (Conditions | null)[], first: string, second: string): Promise<void> {
  become(...conditions)
  const [one, other] = pages()
  await Promise.all([reads(one, first, NAMED_WITHIN_MS), reads(other, second, NAMED_WITHIN_MS)])
}

/** Kinds of all candidates that this page's connection knows, its own and the other's. */
const candidatesOf = (page: Page): Promise<string[]> =>
  page.evaluate(async () => {
    const { connection } = globalThis as unknown as { connection: RTCPeerConnection }
    const entries = [...((await connection.getStats()) as unknown as Map<string, Record<string, string>>).values()]
    return entries.flatMap(({ type = '', candidateType = '' }) => (/candidate$/.test(type) ? [candidateType] : []))
  })

test('two browsers connect through coturn under the policy relay and reveal neither address', async () => {
  for (const page of pages()) {
    const candidates = await candidatesOf(page)
    expect(candidates.length).toBeGreaterThan(1)
    expect(candidates.filter((kind) => kind !== 'relay')).toEqual([])
  }
})

describe('a picture', () => {
  test('is back within eight seconds after five seconds without a link', async () => {
    links[0]!.cut()
    await new Promise((resolve) => setTimeout(resolve, 5_000))
    become()
    await Promise.all(pages().map((page) => moves(page, BACK_WITHIN_MS)))
  }, 30_000)

  test('is back within eight seconds after a change of address', async () => {
    const before = await attemptOf(pages()[1])
    links[1]!.changeAddress()
    const changed = Date.now()
    await eventually(async () => expect(await attemptOf(pages()[1])).not.toBe(before), BACK_WITHIN_MS)
    await Promise.all(pages().map((page) => moves(page, BACK_WITHIN_MS - (Date.now() - changed))))
  }, 30_000)
})

describe('a weak link', () => {
  test('is named at both ends when one loses ten percent', async () => {
    await names([null, { lossPercent: 10 }], 'second’s connection is weak', 'Your connection is weak')
    await Promise.all(pages().map((page) => moves(page, BACK_WITHIN_MS)))
    await keepBothWidths(pages()[0], 'link-theirs')
    await pages()[0]
      .getByRole('button', { name: /^Connection: / })
      .click()
    await pages()[0].getByRole('dialog', { name: 'The connection' }).waitFor()
    await keepBothWidths(pages()[0], 'link-panel')
    expect(await accessibilityFaults(pages()[0])).toEqual([])
    await pages()[0].keyboard.press('Escape')
  }, 45_000)

  test('is named at both ends when one is 300 ms away', async () => {
    await names([{ delayMs: 300 }, null], 'Your connection is weak', 'first’s connection is weak')
  }, 45_000)

  test('is the relay where both reach it late and the site at once', async () => {
    const late = { delayMs: 250, site: false }
    await names([late, late], 'The relay is slow', 'The relay is slow')
  }, 45_000)
})

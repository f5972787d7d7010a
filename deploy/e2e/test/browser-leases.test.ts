import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import type { Platform } from '@kla/local'
import { eventually } from '@kla/testkit'
import type { Page } from 'playwright-core'
import { keepBothWidths, keepScreenshot, type PlayerBrowser, sees } from '../src/browser/index.js'
import { type AdministratorSession, signInAdministrator } from '../src/platform/index.js'
import { type Relay, type Scene, startRelay, startScene } from './browser/scene.js'
import { logInFrom } from './browser/sign-in.js'
import { CHECK_IN_MS, openSpectator, startTie, watchedTie } from './browser/watched-tie.js'

/** What a default lease may cost at most. */
const LAPSED_WITHIN_MS = 20_000
/** For all stops but the first. */
const SHORT = { WATCH_LEASE_MS: '3000', WATCH_LEASE_RENEWAL_MS: '1000' }
const SHORT_WITHIN_MS = 5_000
const OUT = 'Spectators are out: we could not confirm that they may watch.'
const LOST = /We couldn’t confirm that you can watch/

let relay: Relay
let platform: Platform
let scene: Scene
let administrator: AdministratorSession
let ada: PlayerBrowser
let bea: PlayerBrowser
let spectator: Page

beforeAll(async () => {
  relay = await startRelay()
  scene = await startScene('browser-leases', {
    environment: {
      CUP_CHECK_IN_MS: String(CHECK_IN_MS),
      CUP_READY_MS: '600000',
      ...relay.environment,
      // As the chart has it.
      ALLOW_DIRECT: 'false',
      HOST_CANDIDATES: 'false',
    },
  })
  platform = scene.platform
  administrator = await signInAdministrator(platform)
  ada = await scene.open('warm')
  bea = await scene.open('cool')
  spectator = await openSpectator(bea, platform.url)
  for (const page of [ada.page, bea.page, spectator]) await observe(page, page === spectator)
}, 120_000)

afterAll(async () => {
  await scene?.close()
  await relay?.stop()
}, 60_000)

interface Observed {
  readonly connections: readonly RTCPeerConnection[]
  readonly sockets: readonly WebSocket[]
  /** Frames received over all connections so far, and when that last changed. */
  frames: { count: number; at: number }
  offline: boolean
  /** The last that was granted. */
  leaseMs: number
}

/** A spectator's browser lets go of nothing by itself: what ends is ended by the players' own. */
const observe = (page: Page, keeps: boolean): Promise<unknown> =>
  page.addInitScript((keeps) => {
    const observed = {
      connections: [] as RTCPeerConnection[],
      sockets: [] as WebSocket[],
      frames: { count: 0, at: 0 },
      offline: false,
      leaseMs: 0,
    }
    Object.assign(globalThis, { observed })
    globalThis.RTCPeerConnection = class extends RTCPeerConnection {
      constructor(configuration?: RTCConfiguration) {
        super(configuration)
        observed.connections.push(this)
      }
      override close(): void {
        if (!keeps) super.close()
      }
    }
    globalThis.WebSocket = class extends WebSocket {
      constructor(...[url, protocols]: ConstructorParameters<typeof WebSocket>) {
        super(observed.offline ? 'ws://127.0.0.1:1' : url, protocols)
        observed.sockets.push(this)
        this.addEventListener('message', ({ data }) => {
          const [, leaseMs] = /"leaseMs":(\d+)/.exec(String(data)) ?? []
          if (leaseMs !== undefined) observed.leaseMs = Number(leaseMs)
        })
      }
    }
    const count = async (): Promise<void> => {
      let sum = 0
      for (const connection of observed.connections) {
        for (const [, entry] of (await connection.getStats()) as unknown as Map<
          string,
          Record<string, string | number>
        >) {
          if (entry['type'] === 'inbound-rtp' && entry['kind'] === 'video') sum += Number(entry['framesReceived'])
        }
      }
      if (sum !== observed.frames.count) observed.frames = { count: sum, at: Date.now() }
      setTimeout(() => void count(), 50)
    }
    if (keeps) void count()
  }, keeps)

const framesAt = (page: Page): Promise<Observed['frames']> =>
  page.evaluate(() => (globalThis as unknown as { observed: Observed }).observed.frames)

const STILL_MS = 1_500

/** Milliseconds from `sinceMs` to the spectator's last frame. */
async function lastFrameAfter(sinceMs: number, withinMs: number): Promise<number> {
  const { at } = await eventually(
    async () => {
      const frames = await framesAt(spectator)
      return Date.now() - frames.at > STILL_MS && frames
    },
    withinMs + STILL_MS + 1_000,
  )
  return at - sinceMs
}

/** Both pictures move. */
async function watches(): Promise<void> {
  for (const name of ['ada', 'bea']) {
    const video = spectator.getByLabel(`${name}’s video`)
    await video.waitFor({ timeout: 25_000 })
    const frames = (): Promise<number> =>
      video.evaluate((element) => (element as HTMLVideoElement).getVideoPlaybackQuality().totalVideoFrames)
    const before = await frames()
    await eventually(async () => expect(await frames()).toBeGreaterThan(before + 5), 25_000)
  }
}

const candidatesOf = (page: Page): Promise<string[]> =>
  page.evaluate(async () => {
    const found: string[] = []
    for (const connection of (globalThis as unknown as { observed: Observed }).observed.connections) {
      for (const [, entry] of (await connection.getStats()) as unknown as Map<string, Record<string, string>>) {
        if (/^(local|remote)-candidate$/.test(entry['type'] ?? '')) found.push(entry['candidateType'] ?? '')
      }
    }
    return found
  })

const arrive = (page: Page, name: string) => logInFrom(page, '/cups', name)

const consent = (page: Page) => page.getByRole('switch', { name: 'Allow spectators' })

const players = (): Page[] => [ada.page, bea.page]
const onBoth = <T>(work: (page: Page) => Promise<T>): Promise<T[]> => Promise.all(players().map(work))

/** Freezes a part of the platform until the spectator has seen the last frame, and sees that the picture comes back. */
async function without(
  stop: () => void,
  resume: () => void,
  withinMs: number,
  look?: () => Promise<void>,
): Promise<void> {
  const stoppedAtMs = Date.now()
  stop()
  try {
    const elapsed = await lastFrameAfter(stoppedAtMs, withinMs)
    expect(elapsed).toBeLessThan(withinMs)
    await look?.()
  } finally {
    resume()
  }
  await watches()
}

describe('a watched cup tie', () => {
  test('is relayed on all three pages', async () => {
    await Promise.all([arrive(ada.page, 'ada'), arrive(bea.page, 'bea'), arrive(spectator, 'zoe')])
    await startTie(platform, administrator, players())
    await onBoth((page) => consent(page).click())
    await sees(ada.page, 'You and bea both allow spectators.')
    const { spectator_url: url } = await watchedTie(administrator)
    await spectator.goto(url!)
    await watches()
    for (const page of [...players(), spectator]) {
      const candidates = await candidatesOf(page)
      expect(candidates.length).toBeGreaterThan(1)
      expect(candidates.filter((kind) => kind !== 'relay')).toEqual([])
    }
  }, 120_000)

  test('ends within 20 s of the silence of media-signalling, and comes back by itself', async () => {
    const signalling = platform.running('media-signalling')
    await without(
      () => signalling.forEach(platform.pause),
      () => signalling.forEach(platform.resume),
      LAPSED_WITHIN_MS,
      async () => {
        await Promise.all([...players().map((page) => sees(page, OUT)), sees(spectator, LOST)])
        await keepScreenshot(ada.page, 'leases-lapsed')
        await keepBothWidths(spectator, 'leases-lost')
      },
    )
  }, 90_000)

  test('goes on, by other pods, with a shorter lease', async () => {
    const former = platform.running('media-signalling')
    await platform.start('media-signalling', SHORT)
    await Promise.all(former.map((process) => platform.stop(process)))
    const leaseOf = (page: Page) =>
      page.evaluate(() => (globalThis as unknown as { observed: Observed }).observed.leaseMs)
    await eventually(async () => expect(await onBoth(leaseOf)).toEqual([3_000, 3_000]), 20_000)
    await watches()
  }, 60_000)

  test.each(['redis', 'nats'] as const)(
    'ends when %s is silent, and comes back by itself',
    async (store) => {
      const { process } = platform.infrastructure[store]
      if (!process) throw new Error(`no process of ${store}`)
      await without(
        () => process.signal('SIGSTOP'),
        () => process.signal('SIGCONT'),
        SHORT_WITHIN_MS,
      )
    },
    60_000,
  )

  test("ends when a player's socket alone is lost, and asks for the consent anew", async () => {
    const lostAtMs = Date.now()
    await ada.page.evaluate(() => {
      const { observed } = globalThis as unknown as { observed: Observed }
      observed.offline = true
      for (const socket of observed.sockets) socket.close()
    })
    expect(await lastFrameAfter(lostAtMs, SHORT_WITHIN_MS)).toBeLessThan(SHORT_WITHIN_MS)
    await sees(ada.page, OUT)
    await ada.page.evaluate(() => ((globalThis as unknown as { observed: Observed }).observed.offline = false))
    await sees(bea.page, "ada hasn't allowed spectators, so there are none.")
    await eventually(async () => expect(await consent(ada.page).getAttribute('aria-checked')).toBe('false'), 20_000)
    await eventually(async () => {
      if ((await consent(ada.page).getAttribute('aria-checked')) === 'false') await consent(ada.page).click()
      await sees(bea.page, 'You and ada both allow spectators.')
    }, 20_000)
    await spectator.reload()
    await watches()
  }, 90_000)

  test('ends within 500 ms of a withdrawn consent', async () => {
    const withdrawnAtMs = await consent(bea.page).evaluate((element) => {
      ;(element as HTMLElement).click()
      return Date.now()
    })
    expect(await lastFrameAfter(withdrawnAtMs, 1_000)).toBeLessThan(500)
  }, 30_000)
})

import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { createProtocolClient, signIn } from '@kla/bots'
import type { Platform } from '@kla/local'
import { eventually, uniqueName } from '@kla/testkit'
import type { Page } from 'playwright-core'
import {
  accessibilityFaults,
  button,
  createRoom,
  inviteLink,
  keepScreenshot,
  keepsDiscordName,
  type PlayerBrowser,
  receivedSharpness,
  renderedSharpness,
  sees,
  showBoth,
  VIEWPORTS,
} from '../src/browser/index.js'
import { keepConnections, type Kept, type Scene, startScene } from './browser/scene.js'
import { arriveAs } from './browser/sign-in.js'
import { expectVeil, isMuted, paneOf, SHARP_ABOVE, VEILED_BELOW, videoOf as videoOfPlayer } from './browser/veil.js'

const VEILED_MAX_BPS = 60_000
const UDP_AND_IP_BYTES = 28
/** Energy of played samples, which a muted element does not have either. */
const INAUDIBLE = 1e-6

let platform: Platform
let scene: Scene
let ada: PlayerBrowser
/** On a phone. */
let bea: PlayerBrowser
/** Computes. */
let lens: Page
let link: string

beforeAll(async () => {
  scene = await startScene('browser-reveal')
  platform = scene.platform
  ada = await scene.open('checkered')
  bea = await scene.open('checkered', { viewport: VIEWPORTS.phone })
  for (const { page } of [ada, bea]) await keepConnections(page)
  lens = await (await ada.context.browser()!.newContext()).newPage()
}, 120_000)

afterAll(() => scene?.close(), 60_000)

const pages = (): [Page, Page] => [ada.page, bea.page]
const onBoth = <T>(work: (page: Page) => Promise<T>): Promise<T[]> => Promise.all(pages().map(work))
const nameOnOther = (page: Page): string => (page === ada.page ? 'bea' : 'ada')
const videoOf = (page: Page, name = nameOnOther(page)) => videoOfPlayer(page, name)
const sharpness = (page: Page): Promise<number> => renderedSharpness(lens, page, paneOf(page, nameOnOther(page)))
const isVeiled = (page: Page, name = nameOnOther(page)): Promise<void> => expectVeil(lens, page, name)
const isSilent = (page: Page): Promise<boolean> => isMuted(page, nameOnOther(page))

interface Flow {
  /** On the wire: of every packet, with its UDP and IPv4 headers. */
  readonly sentBytes: number
  readonly soundEnergy: number
  readonly atMs: number
}

const flowOf = (page: Page): Promise<Flow> =>
  page.evaluate(async (headerBytes) => {
    const { connections } = globalThis as unknown as Kept
    const flow = { sentBytes: 0, soundEnergy: 0, atMs: performance.now() }
    for (const [, entry] of (await connections.at(-1)!.getStats()) as unknown as Map<
      string,
      Record<string, number | string>
    >) {
      if (entry['type'] === 'transport')
        flow.sentBytes += Number(entry['bytesSent']) + Number(entry['packetsSent']) * headerBytes
      if (entry['type'] === 'inbound-rtp' && entry['kind'] === 'audio')
        flow.soundEnergy += Number(entry['totalAudioEnergy'] ?? 0)
    }
    return flow
  }, UDP_AND_IP_BYTES)

/** Words over the pane are sharp as well. */
async function isLocked(page: Page): Promise<void> {
  expect(await videoOf(page).getAttribute('data-veiled')).toBe('true')
  expect(await isSilent(page)).toBe(true)
  expect(await receivedSharpness(lens, videoOf(page))).toBeLessThan(VEILED_BELOW)
}

const isSharp = (page: Page): Promise<unknown> =>
  eventually(async () => expect(await sharpness(page)).toBeGreaterThan(SHARP_ABOVE), 10_000)

const roomId = (): string => new URL(link).searchParams.get('room')!

/** Logs in on the way to the room's link. */
const followLink = (page: Page, name: string) => arriveAs(page, name, new URL(link).pathname + new URL(link).search)

describe('a veiled room', () => {
  test('begins with patches and silence on both sides, whatever their pages do about it', async () => {
    await arriveAs(ada.page, 'ada')
    await createRoom(ada.page, 'Behind the curtain')
    link = await inviteLink(ada.page)
    await followLink(bea.page, 'bea')
    await keepsDiscordName(bea.page)
    await onBoth((page) => sees(page, /You can also play without it/))
    await onBoth((page) =>
      eventually(
        async () =>
          expect(
            await videoOf(page).evaluate(
              (element) => (element as HTMLVideoElement).getVideoPlaybackQuality().totalVideoFrames,
            ),
          ).toBeGreaterThan(5),
        20_000,
      ),
    )
    await onBoth((page) => isVeiled(page))
    await onBoth((page) => keepScreenshot(page, 'reveal-before'))
    for (const page of pages()) expect(await accessibilityFaults(page)).toEqual([])
  }, 90_000)

  test('shows patches in silence to a page that removes its own lock', async () => {
    const video = videoOf(ada.page)
    await video.evaluate((element) => {
      ;(element as HTMLVideoElement).muted = false
      Object.assign((element as HTMLVideoElement).style, { filter: 'none', transform: 'none' })
    })
    await ada.page.waitForTimeout(2_000)
    await keepScreenshot(ada.page, 'reveal-without-lock')
    expect(await sharpness(ada.page)).toBeLessThan(VEILED_BELOW)
    expect((await flowOf(ada.page)).soundEnergy).toBeLessThan(INAUDIBLE)
    await video.evaluate((element) => {
      ;(element as HTMLVideoElement).muted = true
      element.removeAttribute('style')
    })
  }, 30_000)

  test('sends less than 60 kbit/s before the reveal', async () => {
    const before = await flowOf(ada.page)
    await ada.page.waitForTimeout(4_000)
    const after = await flowOf(ada.page)
    const bps = ((after.sentBytes - before.sentBytes) * 8_000) / (after.atMs - before.atMs)
    expect(bps).toBeGreaterThan(0)
    expect(bps).toBeLessThan(VEILED_MAX_BPS)
  }, 30_000)

  test('takes no word for another player, nor from outside', async () => {
    const outsider = createProtocolClient({ session: await signIn(platform.url, uniqueName('outsider')) })
    try {
      await outsider.connect()
      const forBoth = { roomId: roomId(), show: true, epoch: 0, ready: [1, 2], id: 1, accountId: 1, open: true }
      for (let epoch = 0; epoch < 8; epoch += 1) {
        const answer = await outsider.send('reveal', { ...forBoth, epoch })
        expect(answer.success ? 'success' : answer.code).toMatch(/NOT_SEATED|RATE_LIMITED/)
      }
    } finally {
      await outsider.close()
    }
    // On the connection of a player, in the words of a client of its own.
    await ada.page.evaluate((id) => {
      const { sockets } = globalThis as unknown as Kept
      const socket = sockets.find(({ readyState }) => readyState === WebSocket.OPEN)!
      for (const player of [1, 2, 3]) {
        const data = {
          roomId: id,
          show: true,
          epoch: player,
          account: player,
          accountId: player,
          id: player,
          ready: [1, 2],
          open: true,
        }
        socket.send(JSON.stringify({ event: 'reveal', data }))
        socket.send(JSON.stringify({ event: 'reveal-state', data: { epoch: player, ready: [1, 2], open: true } }))
      }
    }, roomId())
    await ada.page.waitForTimeout(1_500)
    await onBoth((page) => isVeiled(page))
    await button(bea.page, 'Show myself').waitFor()
  }, 30_000)

  test('opens a second after both players have shown themselves, by key or by button', async () => {
    await ada.page.keyboard.press('s')
    await sees(bea.page, 'ada is ready to be seen.')
    await onBoth((page) => isVeiled(page))
    await onBoth((page) => keepScreenshot(page, 'reveal-one-ready'))
    await button(bea.page, 'Show myself').click()
    await onBoth((page) => sees(page, /in a second/))
    await onBoth(isSharp)
    expect(await onBoth((page) => isSilent(page))).toEqual([false, false])
    await eventually(async () => expect((await flowOf(bea.page)).soundEnergy).toBeGreaterThan(INAUDIBLE), 10_000)
    await onBoth((page) => keepScreenshot(page, 'reveal-open'))
    for (const page of pages()) expect(await accessibilityFaults(page)).toEqual([])
  }, 60_000)

  test('blurs both again when one reloads, and says so to both', async () => {
    await bea.page.reload()
    await onBoth((page) => sees(page, /^You're both blurred again.* Press Show myself when you're ready\.$/))
    await sees(ada.page, /bea's connection was interrupted|bea reloaded/)
    await onBoth((page) => keepScreenshot(page, 'reveal-again'))
    for (const page of pages()) expect(await accessibilityFaults(page)).toEqual([])
  }, 60_000)

  test('does not show anyone by a second press on "Blur both"', async () => {
    await showBoth(pages())
    await button(ada.page, 'Blur both').dblclick()
    await onBoth((page) => sees(page, /blurred again/))
    await button(ada.page, 'Show myself').and(ada.page.locator('[aria-disabled=false]')).waitFor()
    expect(await button(ada.page, 'Not yet').count()).toBe(0)
  }, 30_000)

  test('closes on both sides when one of them loses the server', async () => {
    await showBoth(pages())
    await onBoth(isSharp)
    await ada.context.setOffline(true)
    await ada.page.evaluate(() => (globalThis as unknown as Kept).sockets.forEach((socket) => socket.close()))
    await onBoth((page) => eventually(() => isLocked(page), 8_000))
    await ada.context.setOffline(false)
    await onBoth((page) =>
      page
        .getByText(/lost the connection/)
        .first()
        .waitFor({ state: 'detached', timeout: 30_000 }),
    )
    await onBoth((page) => eventually(() => isVeiled(page), 10_000))
  }, 60_000)

  test('closes when rooms no longer confirms it', async () => {
    // The return of the test before may close a first press again, as a player would see.
    await eventually(async () => {
      for (const page of pages()) {
        const show = button(page, 'Show myself').and(page.locator('[aria-disabled=false]'))
        if (await show.isVisible()) await show.click({ timeout: 1_000 })
      }
      for (const page of pages()) expect(await button(page, 'Blur both').isVisible()).toBe(true)
    }, 30_000)
    await onBoth(isSharp)
    const rooms = platform.running('rooms')
    for (const process of rooms) platform.pause(process)
    await onBoth((page) => eventually(() => isVeiled(page), 30_000))
    await onBoth((page) => sees(page, /couldn't confirm/))
    for (const process of rooms) platform.resume(process)
    await onBoth((page) => eventually(() => isVeiled(page), 10_000))
  }, 90_000)
})

describe('a page that sends its camera from the start', () => {
  let mallory: PlayerBrowser
  beforeAll(async () => {
    mallory = await scene.open('checkered')
    await mallory.page.addInitScript(() => {
      const own: Record<string, MediaStreamTrack> = {}
      const senders: { sender: RTCRtpSender; kind: string }[] = []
      const { replaceTrack } = RTCRtpSender.prototype
      const { addTrack } = RTCPeerConnection.prototype
      const ask = navigator.mediaDevices.getUserMedia.bind(navigator.mediaDevices)
      navigator.mediaDevices.getUserMedia = async (constraints) => {
        const stream = await ask(constraints)
        for (const track of stream.getTracks()) own[track.kind] = track.clone()
        for (const { sender, kind } of senders) void replaceTrack.call(sender, own[kind] ?? null)
        return stream
      }
      RTCRtpSender.prototype.replaceTrack = async () => undefined
      // Nor does it heed that the other side shows little.
      RTCRtpSender.prototype.setParameters = async () => undefined
      RTCPeerConnection.prototype.addTrack = function (track, ...streams) {
        const sender = addTrack.call(this, own[track.kind] ?? track, ...streams)
        senders.push({ sender, kind: track.kind })
        return sender
      }
    })
  }, 60_000)

  test('flashes nobody: the other side shows a blur, in silence', async () => {
    await button(ada.page, 'Leave Room').click()
    await sees(bea.page, 'Free corner')
    await followLink(mallory.page, 'mallory')
    // Ada, who wrote the invitation, has left.
    await button(mallory.page, 'Join anyway').click()
    await keepsDiscordName(mallory.page)
    await videoOf(bea.page, 'mallory').waitFor()
    await eventually(
      async () => expect(await receivedSharpness(lens, videoOf(bea.page, 'mallory'))).toBeGreaterThan(SHARP_ABOVE),
      20_000,
    )
    for (let look = 0; look < 5; look += 1) await isVeiled(bea.page, 'mallory')
    await mallory.page.keyboard.press('s')
    await sees(bea.page, 'mallory is ready to be seen.')
    await isVeiled(bea.page, 'mallory')
    expect((await flowOf(bea.page)).soundEnergy).toBeLessThan(INAUDIBLE)
    // It was there to be heard.
    await videoOf(bea.page, 'mallory').evaluate((element) => void ((element as HTMLVideoElement).muted = false))
    await eventually(async () => expect((await flowOf(bea.page)).soundEnergy).toBeGreaterThan(INAUDIBLE), 10_000)
  }, 60_000)

  test('leaves no error on any page', () => {
    // While the connection was cut and rooms stood still.
    const expected = /ERR_INTERNET_DISCONNECTED|WebSocket|50[34]/
    expect([...ada.complaints, ...bea.complaints].filter((line) => !expected.test(line))).toEqual([])
  })
})

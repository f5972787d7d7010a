import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { localOperator, rollout } from '@kla/bots'
import type { Platform } from '@kla/local'
import type { CupView, WatchLink } from '@kla/proto/web'
import { eventually } from '@kla/testkit'
import type { Page } from 'playwright-core'
import {
  accessibilityFaults,
  button,
  keepBothWidths,
  keepScreenshot,
  passAgeGate,
  type PlayerBrowser,
  readPicture,
  readRecord,
  recordPage,
  sees,
  showBoth,
  VIEWPORTS,
} from '../src/browser/index.js'
import { type AdministratorSession, signInAdministrator } from '../src/platform/index.js'
import { type Scene, startScene } from './browser/scene.js'
import { logInFrom } from './browser/sign-in.js'
import { CHECK_IN_MS, openSpectator, startTie, watchedTie } from './browser/watched-tie.js'

let platform: Platform
let scene: Scene
let administrator: AdministratorSession
let cup: CupView
/** At a desk, with a warm picture. */
let ada: PlayerBrowser
/** On a phone, with a cool picture. */
let bea: PlayerBrowser
/** Not signed in and without a camera. */
let judge: Page
/** Signed in, and without a camera as well. */
let spectator: Page
const names = { ada: 'ada', bea: 'bea', spectator: 'zoe' }

beforeAll(async () => {
  scene = await startScene('browser-watch', {
    route: true,
    environment: {
      CUP_CHECK_IN_MS: String(CHECK_IN_MS),
      BATTLE_PROMPT_MS: '4000',
      BATTLE_SHOW_MS: '60000',
      BATTLE_VOTE_MS: '60000',
      BATTLE_RESULT_MS: '20000',
      TICK_MS: '1000',
      DRAIN_MS: '8000',
    },
  })
  platform = scene.platform
  administrator = await signInAdministrator(platform)
  ada = await scene.open('warm')
  bea = await scene.open('cool', { viewport: VIEWPORTS.phone })
  judge = await openSpectator(ada, platform.url)
  spectator = await openSpectator(bea, platform.url)
  for (const page of everybody()) await recordPage(page)
  // As the console's tab hands it to the one that it opens.
  await judge.addInitScript((token) => sessionStorage.setItem('judge-session', token), administrator.token)
  // This spectator's browser lets go of nothing by itself: what ends is ended by the players' own.
  await spectator.addInitScript(() => {
    const connections: RTCPeerConnection[] = []
    Object.assign(globalThis, { connections })
    globalThis.RTCPeerConnection = class extends RTCPeerConnection {
      constructor(configuration?: RTCConfiguration) {
        super(configuration)
        connections.push(this)
      }
      override close(): void {}
    }
  })
}, 120_000)

afterAll(() => scene?.close(), 60_000)

const players = (): Page[] => [ada.page, bea.page]
const everybody = (): Page[] => [...players(), judge, spectator]
const onBoth = <T>(work: (page: Page) => Promise<T>): Promise<T[]> => Promise.all(players().map(work))
const pictureOf = (page: Page, name: string) => page.getByLabel(`${name}’s video`)
const watchers = (page: Page) => page.getByRole('region', { name: 'Who’s watching' })
const consent = (page: Page) => page.getByRole('switch', { name: 'Allow spectators' })

/** Both pictures move, and each is of the player whose name it has. */
async function seesBothPlayers(page: Page): Promise<void> {
  for (const [name, sign] of [
    [names.ada, 1],
    [names.bea, -1],
  ] as const) {
    const video = pictureOf(page, name)
    await video.waitFor({ timeout: 25_000 })
    const before = await readPicture(video)
    await eventually(async () => expect((await readPicture(video)).frames).toBeGreaterThan(before.frames + 10), 20_000)
    const { red, blue } = await readPicture(video)
    expect([name, Math.sign(red - blue)]).toEqual([name, sign])
  }
}

const arrive = (page: Page, name: string) => logInFrom(page, '/cups', name)

/** Frames that came over each connection with a picture, ours and not the page's. */
const framesReceived = (page: Page): Promise<number[]> =>
  page.evaluate(async () => {
    const { connections } = globalThis as unknown as { connections: RTCPeerConnection[] }
    const counts: number[] = []
    for (const connection of connections) {
      for (const [, entry] of (await connection.getStats()) as unknown as Map<
        string,
        Record<string, string | number>
      >) {
        if (entry['type'] === 'inbound-rtp' && entry['kind'] === 'video') counts.push(Number(entry['framesReceived']))
      }
    }
    return counts
  })

const judgeLink = async (): Promise<string> => {
  const { tie } = await watchedTie(administrator)
  const response = await administrator.request(`/admin/cups/${cup.id}/ties/${tie.id}/watch`, { method: 'POST' })
  expect(response.status).toBe(200)
  // As the console's own request would set it: the judge's page shows clips by it.
  const [, name, value] =
    /^(kla_judge)=([^;]+); .*Path=\/media; .*HttpOnly; .*SameSite=Strict$/.exec(
      response.headers.get('set-cookie') ?? '',
    ) ?? []
  const url = `${platform.url}/media`
  await judge
    .context()
    .addCookies([{ name: name!, value: decodeURIComponent(value!), url, httpOnly: true, sameSite: 'Strict' }])
  return ((await response.json()) as WatchLink).url
}

/** A clip is there, and is one that can be played. */
async function seesClip(page: Page, from: string): Promise<void> {
  const clip = page.getByLabel(`GIF from ${from}`)
  await clip.waitFor({ timeout: 20_000 })
  await clip.evaluate(async (element) => {
    const video = element as HTMLVideoElement
    if (video.readyState < HTMLMediaElement.HAVE_METADATA) {
      await new Promise((resolve, reject) => {
        video.addEventListener('loadedmetadata', resolve, { once: true })
        video.addEventListener('error', reject, { once: true })
      })
    }
  })
}

describe('a watched cup tie', () => {
  test('begins with both players in its room and no watchers', async () => {
    await Promise.all([arrive(ada.page, names.ada), arrive(bea.page, names.bea), arrive(spectator, names.spectator)])
    cup = await startTie(platform, administrator, players())
    await onBoth((page) => watchers(page).getByText('No one is watching.').waitFor())
    await onBoth((page) => sees(page, /^Neither you nor (ada|bea) allows spectators/))
    await onBoth((page) => keepScreenshot(page, 'watch-nobody'))
  }, 90_000)

  test('shows both players to a judge, and the judge to both', async () => {
    const link = await judgeLink()
    // Another recipient does not have the administrator's session.
    const handedOn = await spectator.context().newPage()
    await handedOn.goto(link)
    await sees(handedOn, "This link has been used, has expired or isn't yours.")
    await handedOn.close()
    await showBoth(players())
    await judge.goto(link)
    await judge.waitForURL(({ hash }) => hash === '')
    await passAgeGate(judge)
    await onBoth((page) => watchers(page).getByText('judge', { exact: true }).waitFor())
    // Whoever agreed to be seen did not agree to be seen by a judge.
    await onBoth((page) => button(page, 'Show myself').waitFor())
    await onBoth((page) => page.locator('video[data-veiled]').first().waitFor())
    await pictureOf(judge, names.ada).waitFor({ timeout: 25_000 })
    expect(await pictureOf(judge, names.ada).getAttribute('data-veiled')).toBe('true')
    await showBoth(players())
    await seesBothPlayers(judge)
    await onBoth((page) => watchers(page).getByText('judge', { exact: true }).waitFor())
    await onBoth((page) => watchers(page).getByText('Judge', { exact: true }).waitFor())
    await keepBothWidths(judge, 'watch-judge')
    await onBoth((page) => keepScreenshot(page, 'watch-watched'))
    for (const page of [judge, ...players()]) expect(await accessibilityFaults(page)).toEqual([])
  }, 120_000)

  test('refuses spectators until both players consent', async () => {
    const { spectator_url: url } = await watchedTie(administrator)
    await spectator.goto(url!)
    await sees(spectator, "This battle isn't open to spectators.")
    await keepBothWidths(spectator, 'watch-refused')
    expect(await accessibilityFaults(spectator)).toEqual([])
    await consent(ada.page).click()
    await sees(ada.page, "bea hasn't allowed spectators, so there are none.")
    await sees(bea.page, 'ada allows spectators. They can watch only if you allow it too.')
    await spectator.reload()
    await sees(spectator, "This battle isn't open to spectators.")
    await consent(bea.page).click()
    await sees(ada.page, 'You and bea both allow spectators.')
    await spectator.reload()
    await onBoth((page) => watchers(page).getByText('spectator', { exact: true }).waitFor())
    // Another one who looks on: the players are asked anew.
    await showBoth(players())
    await seesBothPlayers(spectator)
  }, 120_000)

  test("shows watchers the players' prompts and messages", async () => {
    await ada.page.getByRole('textbox', { name: 'Message' }).fill('good evening')
    await ada.page.keyboard.press('Enter')
    await sees(spectator, 'good evening')
    await onBoth((page) => button(page, 'Ready Up').click())
    for (const page of [judge, spectator]) {
      await sees(page, 'Round 1')
      for (const name of [names.ada, names.bea]) await seesClip(page, name)
    }
    await keepBothWidths(spectator, 'watch-show')
    await onBoth((page) => keepScreenshot(page, 'watch-round'))
    const overhang = (page: Page) =>
      page
        .locator('header')
        .evaluate((header) => header.getBoundingClientRect().right - document.documentElement.clientWidth)
    await onBoth(async (page) => expect(await overhang(page)).toBeLessThanOrEqual(0))
    expect(await accessibilityFaults(spectator)).toEqual([])
  }, 120_000)

  test('survives a rollout of the gateway unnoticed', async () => {
    const before = await Promise.all(everybody().map(readRecord))
    await Promise.all(rollout('gateway').map(({ make }) => make(localOperator(platform))))
    await seesBothPlayers(judge)
    await seesBothPlayers(spectator)
    await onBoth((page) => watchers(page).getByText('Judge', { exact: true }).waitFor())
    const after = await Promise.all(everybody().map(readRecord))
    for (const [index, { peers, sockets, losses }] of after.entries()) {
      expect({ peers, losses }).toEqual({ peers: before[index]?.peers, losses: [] })
      expect(sockets).toHaveLength((before[index]?.sockets.length ?? 0) + 1)
      expect(sockets.at(-1)).toMatchObject({ besideAtOpen: 1, besideAtEnd: null })
    }
  }, 120_000)

  test('disconnects only the spectators as soon as consent is withdrawn, even while media-signalling is down', async () => {
    const signalling = platform.running('media-signalling')
    for (const process of signalling) platform.pause(process)
    const before = await framesReceived(spectator)
    await eventually(async () =>
      expect(Math.min(...(await framesReceived(spectator)).map((now, at) => now - (before[at] ?? 0)))).toBeGreaterThan(
        0,
      ),
    )
    await consent(bea.page).click()
    // Both pictures stand still, although nobody could tell the players' browsers so.
    await eventually(async () => {
      const received = await framesReceived(spectator)
      expect(received).toHaveLength(2)
      await spectator.waitForTimeout(1_500)
      expect(await framesReceived(spectator)).toEqual(received)
    }, 6_000)
    for (const process of signalling) platform.resume(process)
    await spectator.getByRole('alert').waitFor({ timeout: 3_000 })
    await pictureOf(spectator, names.ada).waitFor({ state: 'detached' })
    await keepBothWidths(spectator, 'watch-out')
    await onBoth((page) => watchers(page).getByText('spectator', { exact: true }).waitFor({ state: 'detached' }))
    await seesBothPlayers(judge)
  }, 30_000)

  test('rejects a judge’s link that was used before', async () => {
    await judge.reload()
    await sees(judge, 'This link has been used')
    await onBoth((page) => watchers(page).getByText('No one is watching.').waitFor())
    expect(await accessibilityFaults(judge)).toEqual([])
  }, 30_000)

  test('leaves no error on the players’ pages', () => {
    expect(ada.complaints).toEqual([])
    expect(bea.complaints).toEqual([])
  })
})

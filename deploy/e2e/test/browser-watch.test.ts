import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { enterCup, localOperator, rollout, signIn } from '@kla/bots'
import { findTool, type Platform } from '@kla/local'
import type { CupView, TiesPage, WatchLink } from '@kla/proto/web'
import { eventually } from '@kla/testkit'
import type { Page } from 'playwright-core'
import {
  accessibilityFaults,
  button,
  keepBothWidths,
  keepScreenshot,
  openPlayerBrowser,
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
import {
  type AdministratorSession,
  createCup,
  cupWhen,
  signInAdministrator,
  startTestPlatform,
} from '../src/platform/index.js'

const NAME = 'Midnight Cup'
const CHECK_IN_MS = 60_000
/** Seeded so that the two who come meet in a semi-final: the first seed meets the last. */
const SEEDED = ['ada', 'cleo', 'dario', 'bea'] as const

let platform: Platform
let directory: string
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
  const [chromiumPath, ffmpeg] = await Promise.all([findTool('chromium'), findTool('ffmpeg')])
  if (!chromiumPath || !ffmpeg) throw new Error('Chromium and ffmpeg have to be here: run the tests with npm test')
  directory = await mkdtemp(join(tmpdir(), 'kla-cameras-'))
  platform = await startTestPlatform('browser-watch', {
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
  administrator = await signInAdministrator(platform)
  const baseUrl = platform.url
  const [warm, cool] = await Promise.all([
    renderFakeCamera(ffmpeg, directory, 'warm'),
    renderFakeCamera(ffmpeg, directory, 'cool'),
  ])
  ada = await openPlayerBrowser({ chromiumPath, camera: warm, baseUrl })
  bea = await openPlayerBrowser({ chromiumPath, camera: cool, baseUrl, viewport: VIEWPORTS.phone })
  judge = await strangerBeside(ada)
  spectator = await strangerBeside(bea)
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

afterAll(async () => {
  await ada?.close()
  await bea?.close()
  await platform?.close()
  if (directory) await rm(directory, { recursive: true, force: true })
}, 60_000)

/** A page of another account in the same browser, without camera permission. */
async function strangerBeside({ context }: PlayerBrowser): Promise<Page> {
  const apart = await context.browser()!.newContext({
    baseURL: platform.url,
    viewport: VIEWPORTS.desk,
    permissions: [],
    reducedMotion: 'reduce',
  })
  const page = await apart.newPage()
  page.setDefaultTimeout(15_000)
  return page
}

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

async function arrive(page: Page, name: string): Promise<void> {
  await page.goto('/cups')
  await passAgeGate(page)
  await page.getByRole('link', { name: 'Login with Discord' }).first().click()
  await signInAs(page, name)
  await page.waitForURL('**/cups')
}

/** The tie of the two who came, as the console lists it. */
const tieOfThose = (): Promise<TiesPage['results'][number]> =>
  eventually(async () => {
    const { results } = (await (await administrator.request('/admin/ties?state=running')).json()) as TiesPage
    return results.find(({ tie, spectator_url }) => tie.state === 'playing' && spectator_url !== null) ?? false
  }, 20_000)

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
  const { tie } = await tieOfThose()
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
    // Check-in is open: players who enter now are checked in.
    cup = await createCup(administrator, { name: NAME, capacity: 4, startsInMs: CHECK_IN_MS - 1_000 })
    const anybody = { request: (path: string) => fetch(new URL(path, platform.url)) }
    await cupWhen(anybody, cup.id, ({ state }) => state === 'check-in', 15_000)
    for (const name of SEEDED) await enterCup({ session: await signIn(platform.url, name), cupId: cup.id })
    await onBoth((page) => page.goto(`/cups/${cup.id}`))
    expect((await administrator.request(`/admin/cups/${cup.id}/start`, { method: 'POST' })).status).toBe(200)
    await onBoth((page) => button(page, 'I’m here').click())
    await onBoth((page) => button(page, 'Ready Up').waitFor({ timeout: 30_000 }))
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
    const { spectator_url: url } = await tieOfThose()
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

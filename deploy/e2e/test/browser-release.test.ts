import { execFile } from 'node:child_process'
import { cp, mkdtemp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals'
import { findTool, type Platform, ROOT } from '@kla/local'
import { eventually } from '@kla/testkit'
import { type Browser, chromium, type Page, type Route } from 'playwright-core'
import {
  accessibilityFaults,
  button,
  createNetwork,
  createRoom,
  goIn,
  keepBothWidths,
  type Network,
  passAgeGate,
  sees,
  skipReady,
} from '../src/browser/index.js'
import { startTestPlatform } from '../src/platform/index.js'

/** Pages that are open while a release with other files takes the place of theirs. */

const BUILT = { app: join(ROOT, 'frontend/dist'), console: join(ROOT, 'frontend/dist-console') }
const KEEP_ASSETS = join(ROOT, 'deploy/docker/keep-assets.mjs')

let platform: Platform
let network: Network
let browser: Browser
let page: Page
let directory: string
/** What the gateway serves, and two releases of it without a file in common. */
let served: string
let before: string
let after: string

beforeAll(async () => {
  const chromiumPath = await findTool('chromium')
  if (!chromiumPath) throw new Error('Chromium has to be here: run the tests with npm test')
  directory = await mkdtemp(join(tmpdir(), 'kla-releases-'))
  served = join(directory, 'served')
  before = join(directory, 'before')
  after = join(directory, 'after')
  for (const [bundle, built] of Object.entries(BUILT)) {
    await cp(built, join(before, bundle), { recursive: true })
    await makeOtherRelease(built, join(after, bundle))
  }
  await serve(before)
  platform = await startTestPlatform('browser-release', {
    environment: { STATIC_DIR: join(served, 'app'), CONSOLE_DIR: join(served, 'console') },
  })
  network = await createNetwork(platform.url)
  browser = await chromium.launch({
    executablePath: chromiumPath,
    args: ['--no-sandbox', '--disable-gpu', network.chromiumArgument],
  })
}, 120_000)
afterAll(async () => {
  await browser?.close()
  await network?.close()
  await platform?.close()
  await rm(directory, { recursive: true, force: true })
}, 60_000)
beforeEach(async () => {
  await serve(before)
  const context = await browser.newContext({ baseURL: platform.url, reducedMotion: 'reduce' })
  page = await context.newPage()
  page.setDefaultTimeout(20_000)
})

/** The same pages, in files of other names. */
async function makeOtherRelease(built: string, folder: string): Promise<void> {
  await cp(built, folder, { recursive: true, filter: (path) => !/\.(br|gz)$/.test(path) })
  const entries = await readdir(join(folder, 'assets'), { recursive: true, withFileTypes: true })
  const files = entries.filter((entry) => entry.isFile())
  const renamed = (text: string): string =>
    files.reduce((all, { name }) => all.replaceAll(name, name.replace(/\.\w+$/, '-2$&')), text)
  await writeFile(join(folder, 'index.html'), renamed(await readFile(join(folder, 'index.html'), 'utf8')))
  for (const { parentPath, name } of files) {
    const [path, other] = [join(parentPath, name), join(parentPath, renamed(name))]
    if (/\.(js|css)$/.test(name)) await writeFile(other, renamed(await readFile(path, 'utf8')))
    else await cp(path, other)
    await rm(path)
  }
}

/** Puts a release in the place of what is served: at once, as a pod takes the place of another. */
async function serve(release: string): Promise<void> {
  const [next, last] = [`${served}-next`, `${served}-last`]
  await cp(release, next, { recursive: true })
  await rename(served, last).catch(() => undefined)
  await rename(next, served)
  await rm(last, { recursive: true, force: true })
}

const mark = (): Promise<unknown> => page.evaluate(() => Object.assign(window, { opened: true }))
async function open(): Promise<void> {
  await page.goto('/')
  await passAgeGate(page)
  await mark()
}
/** Whether the page is the one that was opened. */
const isTheSame = (): Promise<boolean> => page.evaluate(() => 'opened' in window)
const goToTerms = (): Promise<void> => page.getByRole('link', { name: 'Terms', exact: true }).click()
const terms = () => page.getByRole('heading', { name: 'Terms of Service' })

describe('a release under open pages', () => {
  test('finds the files of an open page where the next release keeps them', async () => {
    await open()
    await serve(after)
    await promisify(execFile)(process.execPath, [KEEP_ASSETS, served, before])
    await goToTerms()
    await terms().waitFor()
    expect(await isTheSame()).toBe(true)
  }, 60_000)

  test('reloads a page at its destination when its files are gone', async () => {
    await open()
    await serve(after)
    await goToTerms()
    await terms().waitFor()
    expect([await isTheSame(), new URL(page.url()).pathname]).toEqual([false, '/tos'])
  }, 60_000)

  test('shows a message when the next release lacks a file as well', async () => {
    await open()
    await serve(after)
    const assets = join(served, 'app/assets')
    for (const name of await readdir(assets)) if (name.startsWith('terms-')) await rm(join(assets, name))
    await goToTerms()
    await page.getByRole('heading', { name: "This part of the page didn't load." }).waitFor()
    expect(await isTheSame()).toBe(false)
    // A missing file is requested again on the next use.
    await serve(after)
    await button(page, 'Try again').click()
    await terms().waitFor()
  }, 60_000)

  test('shows a script that never answers as loading, then as failed, and requests it again', async () => {
    const held: string[] = []
    const holdBack = (route: Route): void => void held.push(route.request().url())
    await page.clock.install()
    await open()
    await page.route(/assets\/terms-.*\.js/, holdBack)
    const now = () => page.evaluate(() => Date.now())
    const began = await now()
    await goToTerms()
    const loading = page.getByRole('status').filter({ hasText: 'Loading…' })
    await loading.waitFor()
    expect(new URL(page.url()).pathname).toBe('/tos')
    await keepBothWidths(page, 'part-loading')
    // Two minutes are its limit; what the screenshots took counts as well.
    await page.clock.fastForward(119_000 - ((await now()) - began))
    expect(await loading.count()).toBe(1)
    await page.clock.fastForward(2_000)
    const failed = page.getByRole('heading', { name: "This part of the page didn't load." })
    await failed.waitFor()
    await keepBothWidths(page, 'part-failed')
    expect(await accessibilityFaults(page)).toEqual([])
    expect(await isTheSame()).toBe(true)

    await page.unroute(/assets\/terms-.*\.js/)
    const asked = page.waitForRequest(/assets\/terms-.*\.js/)
    await button(page, 'Try again').press('Enter')
    await asked
    await terms().waitFor()
    expect([held.length, new URL(page.url()).pathname]).toEqual([1, '/tos'])
  }, 60_000)

  test("shows more than a skeleton on a first visit when the screen's script never answers", async () => {
    await page.addInitScript(() => localStorage.setItem('age-confirmed', 'true'))
    await page.route(/assets\/home-.*\.js/, () => undefined)
    await page.goto('/')
    await page.getByRole('status').filter({ hasText: 'Loading…' }).waitFor()
  }, 60_000)

  test('starts a page that arrives before its files as soon as they are available', async () => {
    await serve(before)
    await cp(join(after, 'app/index.html'), join(served, 'app/index.html'))
    for (const ending of ['br', 'gz']) await rm(join(served, `app/index.html.${ending}`))
    const missing = page.waitForResponse((response) => response.status() === 404)
    await page.goto('/')
    await missing
    await serve(after)
    await passAgeGate(page)
  }, 60_000)

  test('reloads the console as well and keeps the administrator signed in', async () => {
    const { path, administrator, password } = platform.console
    await page.goto(`/${path}/`)
    await page.getByLabel('Username').fill(administrator)
    await page.getByLabel('Password').fill(password)
    await button(page, /^Sign in$/).click()
    const audit = page.getByRole('navigation', { name: 'Tabs' }).getByRole('link', { name: 'Audit' })
    await audit.waitFor()
    // The screen of the first tab is a part of its own.
    await page.getByRole('heading', { level: 1 }).waitFor()
    await mark()
    await serve(after)
    await audit.click()
    await page.getByRole('heading', { level: 1, name: /audit/i }).waitFor()
    expect([await isTheSame(), new URL(page.url()).pathname]).toEqual([false, `/${path}/audit`])
  }, 60_000)
})

describe('a network that says nothing', () => {
  const lobby = async (): Promise<string[]> => {
    const failures: string[] = []
    page.on('pageerror', (error) => failures.push(String(error)))
    await page.goto('/gameroom')
    await passAgeGate(page)
    return failures
  }
  const listed = () => page.getByText('No rooms open at the moment').waitFor()

  test('is noticed by a page that only listens, which returns and says so', async () => {
    const failures = await lobby()
    await listed()
    // What notices is a script of its own, which this network would swallow too.
    await page.waitForFunction(() =>
      performance.getEntriesByType('resource').some(({ name }) => name.includes('browser-watchdog')),
    )
    const before = network.webSockets
    const swallowedAt = Date.now()
    network.swallow()
    await eventually(() => network.webSockets > before, 30_000)
    expect(Date.now() - swallowedAt).toBeLessThan(15_000)
    await page.getByText(/You were disconnected for \d+ seconds/).waitFor()
    expect(failures).toEqual([])
  }, 60_000)

  test('and forbids WebSockets is named with what to try, until the connection opens', async () => {
    network.forbidWebSockets(true)
    const failures = await lobby()
    const help = page.getByText('Something is blocking the live connection to Kla.')
    await help.waitFor()
    expect(await accessibilityFaults(page)).toEqual([])
    network.forbidWebSockets(false)
    await listed()
    await help.waitFor({ state: 'hidden' })
    expect(failures).toEqual([])
  }, 60_000)
})

describe('a server that never answers', () => {
  const late = (url: string) => page.route(url, () => undefined)

  test('leaves no screen waiting: each says so and offers to try again', async () => {
    const failures: string[] = []
    page.on('pageerror', (error) => failures.push(String(error)))
    await page.clock.install()
    await late('**/api/leaderboard*')
    await page.goto('/leaderboards')
    await passAgeGate(page)
    await page.getByText('Loading the leaderboard…').first().waitFor({ state: 'attached' })
    await page.clock.fastForward(21_000)
    const failed = page.getByText('We couldn’t load the leaderboard.').first()
    await failed.waitFor()
    await page.unroute('**/api/leaderboard*')
    await button(page, 'Try again').first().click()
    await failed.waitFor({ state: 'hidden' })

    await late('**/auth/user')
    const asked = page.waitForRequest('**/auth/user')
    await page.goto('/gameroom')
    await asked
    await sees(page, 'Logging you in…')
    await page.clock.fastForward(21_000)
    await sees(page, 'We can’t reach Kla. Check your connection, then try again.')
    await button(page, 'Create Room').waitFor()
    // The lobby has asked once more.
    await page.clock.fastForward(21_000)
    await page.unroute('**/auth/user')
    await button(page, 'Try again').click()
    await page.getByText('We can’t reach Kla.').waitFor({ state: 'hidden' })
    expect(failures).toEqual([])
  }, 60_000)
})

describe('a browser without WebRTC', () => {
  const failures: string[] = []
  const signedIn = (name: string): string => `/auth/discord?persona=${name}&redirectBackTo=%2Fgameroom`

  async function enter(name: string, context = page.context()): Promise<Page> {
    const own = await context.newPage()
    own.setDefaultTimeout(20_000)
    own.on('pageerror', (error) => failures.push(`${name}: ${String(error)}`))
    await own.goto(signedIn(name))
    await passAgeGate(own)
    return own
  }

  test('says what is missing before a stranger is met and before a room, and the chat still works', async () => {
    const lacking = await browser.newContext({ baseURL: platform.url, reducedMotion: 'reduce' })
    await lacking.addInitScript(() => {
      for (const name of ['RTCPeerConnection', 'webkitRTCPeerConnection']) Reflect.deleteProperty(window, name)
      Reflect.deleteProperty(window, 'AudioContext')
      Reflect.deleteProperty(window, 'IntersectionObserver')
      Reflect.deleteProperty(Navigator.prototype, 'mediaDevices')
      for (const name of ['localStorage', 'sessionStorage']) {
        Object.defineProperty(window, name, {
          get: () => {
            throw new DOMException('blocked', 'SecurityError')
          },
        })
      }
    })
    const tor = await enter('Ada', lacking)
    const missing = tor.getByText('This browser can’t show other players').first()

    await button(tor, 'Find a match').click()
    await tor.getByRole('dialog', { name: 'Get ready' }).waitFor()
    await missing.waitFor()
    await keepBothWidths(tor, 'no-webrtc-ready-check')
    expect(await accessibilityFaults(tor)).toEqual([])

    // The host of the room waits in vain, and is told so as well.
    const host = await browser.newContext({ baseURL: platform.url, reducedMotion: 'reduce' })
    await skipReady(host)
    await host.addInitScript(() => Reflect.deleteProperty(Navigator.prototype, 'clipboard'))
    const bea = await enter('Bea', host)
    await bea.clock.install()
    await createRoom(bea, 'Waiting room', { veiled: true })
    const invite = bea.getByText(/The link is /)
    await button(bea, 'Invite Friend').first().click()
    const link = /https?:\S+/.exec((await invite.first().textContent()) ?? '')?.[0] ?? ''

    await tor.goto(link)
    await passAgeGate(tor)
    await missing.waitFor()
    await keepBothWidths(tor, 'no-webrtc-entry')
    expect(await accessibilityFaults(tor)).toEqual([])
    await goIn(tor)
    await tor.getByText('This browser can’t show other players.').waitFor()
    await keepBothWidths(tor, 'no-webrtc-room')
    await button(tor, 'What to try').first().click()
    const dialog = tor.getByRole('dialog', { name: 'This browser can’t show other players' })
    await dialog.getByText(/Tor Browser doesn’t have it/).waitFor()
    await keepBothWidths(tor, 'no-webrtc-help')
    expect(await accessibilityFaults(tor)).toEqual([])
    await button(tor, 'Close').click()
    await tor.getByRole('textbox', { name: 'Message' }).fill('I only have words')
    await tor.keyboard.press('Enter')
    await sees(bea, 'I only have words')

    await sees(bea, 'Connecting you with Ada…')
    await bea.clock.fastForward(21_000)
    await sees(bea, 'This is taking longer than usual.')
    await keepBothWidths(bea, 'picture-late')
    await button(bea, 'What to try').first().click()
    await bea.getByRole('link', { name: /Check my connection/ }).waitFor()
    await keepBothWidths(bea, 'picture-late-help')
    expect(await accessibilityFaults(bea)).toEqual([])
    expect(failures).toEqual([])
    for (const context of [lacking, host]) await context.close()
  }, 120_000)
})

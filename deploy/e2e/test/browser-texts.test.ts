import { execFile } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { ROOT } from '@kla/local'
import { eventually } from '@kla/testkit'
import type { Locator, Page } from 'playwright-core'
import { compileMessage, pseudo, REPLACED } from '../../../frontend/vite.texts.js'
import { keepScreenshot, type PlayerBrowser, textFaults, VIEWPORTS } from '../src/browser/index.js'
import { type Scene, startScene } from './browser/scene.js'

/** Without letters that the pseudo language replaces. */
const NAMES = ['bdr', 'kwp'] as const
const ROOM_NAME = 'Bdrm 7'
const MESSAGE = 'bdg snap wld_ct99'

const MONTHS = 'Jan|Feb|Mar|Apr|May|June?|July?|Aug|Sept?|Oct|Nov|Dec'
const DAYS = '(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)(?:day)?'
/**
 * What no catalogue translates: what people typed, names that were drawn for them, devices, products, and what the
 * browser makes of dates.
 */
const ALLOWED = new RegExp(
  [
    `\\b(?:${MONTHS}|${DAYS}|UTC|in \\d+ (?:hour|minute|day)s?|\\d+ (?:hour|minute|second)s? ago)\\b`,
    '[A-Z][a-z]+ [A-Z][a-z]+ \\d\\d',
    '[\\da-f]{8}-[\\da-f-]{27}',
    '\\S+@\\S+',
    'bdg snap \\S+|Kla|alt\\+T|Open cup|Opening season|(?:Chrome|Edge) on Linux',
    'fake_device_\\d|\\S+\\.y4m|Fake (?:Default )?Audio (?:In|Out)put(?: \\d)?',
    '(?:Battle Pass|Pack of GIF Saves|Wild Card) \\[.+?\\]|One season of tiers and rewards\\.|Save any GIF to your save library\\.|Play a saved GIF in a game\\.',
  ].join('|'),
)

let scene: Scene
let directory: string
/** At a desk; sees the screen before the first room. */
let bdr: PlayerBrowser
/** On a phone. */
let kwp: PlayerBrowser

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'kla-texts-'))
  const pages = join(directory, 'pages')
  await promisify(execFile)(
    process.execPath,
    [join(ROOT, 'node_modules/vite/bin/vite.js'), 'build', '--outDir', pages, '--logLevel', 'error'],
    { cwd: join(ROOT, 'frontend'), env: { ...process.env, NODE_ENV: 'production', TEXTS: 'pseudo' } },
  )
  scene = await startScene('browser-texts', {
    environment: {
      STATIC_DIR: pages,
      BATTLE_PROMPT_MS: '60000',
      BATTLE_SHOW_MS: '8000',
      BATTLE_VOTE_MS: '60000',
      BATTLE_RESULT_MS: '60000',
    },
  })
  bdr = await scene.open('warm', { firstTime: true })
  kwp = await scene.open('warm', { viewport: VIEWPORTS.phone })
}, 120_000)

afterAll(async () => {
  await scene?.close()
  if (directory) await rm(directory, { recursive: true, force: true })
}, 60_000)

/** Beginning of a text in the pseudo language, in a name of an element. */
function begins(text: string): RegExp {
  const words = String(compileMessage(text, pseudo)).replace(/^⟦|·*⟧$/g, '')
  return new RegExp(`^⟦+${words.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}`)
}

const button = (place: Page | Locator, name: string) => place.getByRole('button', { name: begins(name) }).first()
const reads = (page: Page, text: string) => page.getByText(begins(text)).first().waitFor()

/** Widths of phones, the smaller one last. */
const NARROW = [390, 360] as const

/** Expects that all texts of a screen are translated, and fit at a desk and on phones. */
async function isTranslated(page: Page, name: string, { alsoOnPhones = true } = {}): Promise<void> {
  const before = page.viewportSize()!
  const sizes = before.width < 400 || alsoOnPhones ? NARROW.map((width) => ({ width, height: 780 })) : []
  for (const size of [before, ...sizes]) {
    await page.setViewportSize(size)
    // A screen of another width lays itself out within a moment.
    await eventually(async () => {
      const faults = await textFaults(page, REPLACED, ALLOWED)
      expect({ name, ...faults }).toEqual({ name, outside: [], cut: [] })
    }, 3_000).finally(() => keepScreenshot(page, `texts-${name}`))
  }
  await page.setViewportSize(before)
}

async function opens(page: Page, path: string, title: string): Promise<void> {
  await page.goto(path)
  await eventually(async () => expect(await page.title()).toMatch(begins(title)), 10_000)
  await page.locator('main h1').first().waitFor()
  await page.waitForLoadState('networkidle')
}

const SCREENS = [
  ['/gameroom', 'Battle'],
  ['/shop', 'Shop'],
  ['/leaderboards', 'Leaderboards'],
  ['/cups', 'Cups'],
  ['/pass', 'Battle Pass'],
  ['/giflibrary', 'Saved GIFs'],
  ['/practice', 'Practice'],
] as const

const SECTIONS = [
  ['profile', 'Profile'],
  ['limits', 'Limits'],
  ['devices', 'Devices and sign-ins'],
  ['purchases', 'Purchases'],
  ['safety', 'Safety'],
  ['support', 'Support'],
] as const

describe('every text is in the catalogue and has room to grow by 40 percent', () => {
  test('on the screens of a visitor', async () => {
    const { page } = bdr
    await page.goto('/')
    await button(page, 'I am 18 or older').waitFor()
    await isTranslated(page, 'age-gate')
    await button(page, 'I am 18 or older').click()
    await isTranslated(page, 'home')
    for (const [path, title] of [
      ...SCREENS,
      ['/tos', 'Terms of Service'],
      ['/privacy', 'Privacy'],
      ['/ready', 'Get ready'],
      ['/nowhere', 'Not found'],
    ] as const) {
      await opens(page, path, title)
      await isTranslated(page, `visitor-${path.slice(1)}`)
    }
  }, 120_000)

  test('on the screens of a player', async () => {
    const { page } = bdr
    await page.goto(`/auth/discord?persona=${NAMES[0]}&redirectBackTo=%2F`)
    await isTranslated(page, 'welcome')
    for (const [path, title] of SCREENS) {
      await opens(page, path, title)
      await isTranslated(page, `player-${path.slice(1)}`)
    }
    for (const [section, title] of SECTIONS) {
      await opens(page, `/settings#${section}`, title)
      await isTranslated(page, `settings-${section}`)
    }
  }, 120_000)

  test('before a room and in it', async () => {
    const { page } = bdr
    await opens(page, '/gameroom', 'Battle')
    await page.getByLabel(begins('Room name')).fill(ROOM_NAME)
    await page
      .getByRole('radio', { name: begins('Stamina') })
      .last()
      .check({ force: true })
    await button(page, 'Create Room').click()
    const screen = page.getByRole('dialog')
    await screen.getByText(begins('Show more')).first().waitFor()
    await isTranslated(page, 'get-ready')
    await screen.getByRole('radio', { name: begins('My Discord name') }).check({ force: true })
    await button(screen, 'Create room').and(page.locator('[aria-disabled=false]')).click()
    await button(page, 'Invite Friend').click()
    await reads(page, 'Invite Link Copied')
    await isTranslated(page, 'alone')
    const link = await page.evaluate(() => navigator.clipboard.readText())

    const second = kwp.page
    await second.goto(`/auth/discord?persona=${NAMES[1]}&redirectBackTo=%2Fgameroom`)
    await button(second, 'I am 18 or older').click()
    await second.goto(link)
    const asking = second.getByRole('dialog')
    await asking.getByRole('radio', { name: begins('My Discord name') }).check({ force: true })
    await isTranslated(second, 'name')
    await button(asking, 'Use my Discord name').click()
    await button(second, 'Show myself').waitFor()
    await isTranslated(page, 'blurred')
    await isTranslated(second, 'blurred')
  }, 60_000)

  test('in the dialogs and the chat of a room', async () => {
    const { page } = bdr
    const second = kwp.page
    for (const name of ['Camera, microphone and speaker', 'Sound and motion', 'Report ', 'Block ']) {
      await button(page, name).click()
      await isTranslated(page, `menu-${name.replace(/\W+/g, '-').toLowerCase()}`)
      await page.keyboard.press('Escape')
    }
    await button(page, 'Show myself').click()
    await isTranslated(second, 'half-shown')
    await button(second, 'Show myself').click()
    await button(second, 'Blur both').waitFor()
    await second.locator('button[aria-controls=room-chat]').click()
    await second.getByRole('textbox', { name: begins('Message') }).fill(MESSAGE)
    await second.keyboard.press('Enter')
    await button(second, 'Send it hidden').waitFor()
    await isTranslated(second, 'contact-question')
    await button(second, 'Send it hidden').click()
    await reads(page, 'Show')
    await isTranslated(page, 'chat')
    await second.keyboard.press('Escape')
  }, 60_000)

  test('in a battle from its first round to a rematch', async () => {
    const pages = [bdr.page, kwp.page] as const
    const [page, second] = pages
    await button(page, 'Ready Up').click()
    await isTranslated(second, 'ready')
    await button(second, 'Ready Up').click()
    for (const one of pages) await button(one, 'GIF ').waitFor()
    await isTranslated(page, 'pick', { alsoOnPhones: false })
    await isTranslated(second, 'pick')
    await button(page, 'Wild Card').click()
    await isTranslated(page, 'tray', { alsoOnPhones: false })
    await page.keyboard.press('Escape')
    for (const one of pages) await button(one, 'GIF ').click()
    for (const one of pages) await one.getByRole('figure').locator('video').first().waitFor()
    await isTranslated(second, 'show')
    await isTranslated(page, 'show', { alsoOnPhones: false })
    await button(page, 'GIF ').waitFor()
    await button(second, 'Finish')
      .and(second.locator('[aria-disabled=false]'))
      .evaluate((finish) => (finish as HTMLElement).click())
    await button(second, 'Finish now').waitFor()
    await isTranslated(second, 'finish')
    await button(second, 'Finish now').click()
    await reads(second, 'Who won?')
    await isTranslated(second, 'vote')
    for (const one of pages) {
      const vote = one.getByRole('group', { name: begins('Your vote') })
      await vote.getByRole('button').filter({ hasText: NAMES[1] }).first().click()
    }
    await reads(second, "Doesn't count")
    for (const one of pages) await isTranslated(one, 'result')
    await button(page, 'Rematch').click()
    await isTranslated(second, 'rematch')
    await button(page, 'Leave Room').click()
    await button(second, 'Find a new opponent').waitFor()
    await isTranslated(second, 'opponent-left')
    await second.keyboard.press('Escape')
    await second.keyboard.press('Escape')
    await reads(second, "You've left.")
    await second.locator('[data-blackout]').waitFor({ state: 'detached' })
    await isTranslated(second, 'panic-exit')
    expect([...bdr.complaints, ...kwp.complaints]).toEqual([])
  }, 120_000)
})

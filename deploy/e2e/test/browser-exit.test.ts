import { generateKeyPairSync } from 'node:crypto'
import { Aes256Gcm, CipherSuite, HkdfSha256 } from '@hpke/core'
import { DhkemX25519HkdfSha256 } from '@hpke/dhkem-x25519'
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { type Bot, createBot, OPEN_ROOM, signIn } from '@kla/bots'
import type { Platform } from '@kla/local'
import {
  type AuditPage,
  type EvidenceView,
  type Leaderboard,
  type MetPeople,
  type OpeningView,
  type ReportDetailView,
  type ReportList,
  SEALING_INFO,
  seasonOf,
  type StillsView,
  unpackEnvelope,
} from '@kla/proto/web'
import { eventually, uniqueName } from '@kla/testkit'
import type { Page } from 'playwright-core'
import {
  accessibilityFaults,
  button,
  chatField,
  createRoom,
  goIn,
  holdFinish,
  inviteLink,
  keepBothWidths,
  keepsDiscordName,
  type PlayerBrowser,
  sees,
  showBoth,
  VIEWPORTS,
} from '../src/browser/index.js'
import {
  type AdministratorSession,
  deputyOf,
  dumpEvents,
  dumpPostgres,
  dumpRedis,
  listenToAll,
  signInAdministrator,
} from '../src/platform/index.js'
import { type Scene, startScene } from './browser/scene.js'
import { createReadyModerator, logInFrom, submitConsoleLogin } from './browser/sign-in.js'

const BODY_MAX = 1_024
/** A JPEG's first bytes, with the marker that follows. */
const JPEG = /ffd8ff(?:e0|e1|db)/i

let platform: Platform
let scene: Scene
let ada: PlayerBrowser
/** On a phone. */
let bea: PlayerBrowser
/** Moderators, in one browser each. */
let mona: PlayerBrowser
const sealing = generateKeyPairSync('x25519').privateKey.export({ format: 'jwk' })
/** Waits in a room. */
let host: Bot
/** Bodies of requests and frames of the players' pages, since the last time they were looked at. */
const uploads: { readonly what: string; readonly bytes: number }[] = []
const frames: string[] = []
/** Of the place for stills, as the browser was given it. */
let placeToken = ''

beforeAll(async () => {
  scene = await startScene('browser-exit', {
    environment: {
      COUNTED_AFTER_RUSH_MS: '1',
      BATTLE_PROMPT_MS: '20000',
      BATTLE_SHOW_MS: '20000',
      BATTLE_VOTE_MS: '20000',
      EVIDENCE_PRIVATE_KEYS: sealing.d,
      EVIDENCE_PUBLIC_KEY: sealing.x,
    },
  })
  platform = scene.platform
  ada = await scene.open('warm')
  bea = await scene.open('warm', { viewport: VIEWPORTS.phone })
  mona = await scene.open('warm', { baseUrl: scene.consoleUrl })
  for (const { page } of [ada, bea]) {
    page.on('request', (request) => {
      const bytes = request.postDataBuffer()?.length ?? 0
      if (bytes > 0) uploads.push({ what: `${request.method()} ${request.url()}`, bytes })
      placeToken = /\/report\/evidence\/([\w-]+)$/.exec(request.url())?.[1] ?? placeToken
    })
    page.on('websocket', (socket) => socket.on('framesent', ({ payload }) => frames.push(String(payload))))
  }
}, 120_000)

afterAll(async () => {
  await host?.client.close()
  await scene?.close()
}, 60_000)

const pages = (): [Page, Page] => [ada.page, bea.page]

async function escapeTwice(page: Page): Promise<void> {
  await page.keyboard.press('Escape')
  await page.keyboard.press('Escape')
}

/** What opens each layer, and how it is found. */
const LAYERS: readonly [RegExp, 'dialog' | 'group', RegExp][] = [
  [/^Camera, microphone and speaker/, 'dialog', /Your video and sound/],
  [/^Sound and motion/, 'group', /Sound and motion/],
  [/^Report /, 'dialog', /^Report /],
  [/^Block /, 'dialog', /^Block /],
]

/** Still in the room once a second press would have led out of it. */
async function staysIn(page: Page): Promise<void> {
  await page.waitForTimeout(700)
  await button(page, 'Leave Room').first().waitFor()
  expect(await page.getByRole('heading', { name: "You've left." }).count()).toBe(0)
}

const blockedBy = (page: Page): Promise<number[]> =>
  page.evaluate(async () => {
    const { blocks } = (await (await fetch('/user/blocks')).json()) as { blocks: { id: number }[] }
    return blocks.map(({ id }) => id)
  })

async function getOut(page: Page): Promise<void> {
  await escapeTwice(page)
  await page.getByRole('heading', { name: "You've left." }).waitFor()
}

async function arriveInLobby(page: Page, name: string): Promise<void> {
  await logInFrom(page, '/gameroom', name)
  await page.getByLabel('Room name').waitFor()
}

const vote = (page: Page, name: RegExp) => page.getByRole('group', { name: 'Your vote' }).getByRole('button', { name })

const boardOf = async (): Promise<string> => {
  const board = (await (
    await fetch(`${platform.url}/api/leaderboard?season=${seasonOf(Date.now())}`)
  ).json()) as Leaderboard
  return JSON.stringify([board.top_players, board.top_winners])
}

async function faultsAtBothWidths(page: Page): Promise<string[]> {
  const before = page.viewportSize()
  const faults: string[] = []
  for (const viewport of Object.values(VIEWPORTS)) {
    await page.setViewportSize(viewport)
    faults.push(...(await accessibilityFaults(page)))
  }
  if (before) await page.setViewportSize(before)
  return faults
}

const json = async <T>(response: Promise<Response>): Promise<T> => (await response).json() as Promise<T>

describe('a battle without a report', () => {
  test('uploads nothing, whatever was seen in it', async () => {
    await arriveInLobby(ada.page, 'ada')
    await createRoom(ada.page, 'Until the bell')
    const link = await inviteLink(ada.page)
    await arriveInLobby(bea.page, 'bea')
    await bea.page.goto(link)
    await keepsDiscordName(bea.page)
    for (const page of pages()) await button(page, 'Show myself').waitFor()
    await showBoth(pages())
    for (const page of pages()) await button(page, 'Ready Up').click()
    for (const page of pages()) await page.getByRole('button', { name: /^GIF 1$/ }).click()
    await holdFinish(ada.page)
    await vote(ada.page, /\(you\)/).click()
    await vote(bea.page, /ada/).click()
    await sees(bea.page, 'ada won')
    for (const page of pages()) await button(page, 'Ready Up').waitFor({ timeout: 60_000 })

    expect(uploads.filter(({ bytes }) => bytes > BODY_MAX)).toEqual([])
    expect(frames.filter((frame) => frame.includes('/9j/') || frame.includes('data:image'))).toEqual([])
    expect(frames.length).toBeGreaterThan(5)
    // An ordinary battle counts here, which the way out below must not.
    await eventually(async () => expect(await boardOf()).toContain('"games_played":1'), 10_000)
  }, 180_000)
})

describe('the way out', () => {
  let board: string
  let reportId: number
  /** The room of a bot. */
  let doors: string

  test('is not taken by an Escape that closes a dialog or a menu, nor by one that is held', async () => {
    for (const page of pages()) {
      for (const [opener, role, title] of LAYERS) {
        await button(page, opener).first().click()
        const layer = page.getByRole(role, { name: title })
        await layer.waitFor()
        await escapeTwice(page)
        await layer.waitFor({ state: 'hidden' })
        await staysIn(page)
      }
      // The keyboard repeats a key that is held.
      for (let repeat = 0; repeat < 5; repeat += 1) await page.keyboard.down('Escape')
      await page.keyboard.up('Escape')
      await staysIn(page)
    }
  }, 60_000)

  test('leads out of a running battle to a calm page, at nobody’s cost', async () => {
    board = await boardOf()
    for (const page of pages()) await button(page, 'Blur both').waitFor()
    for (const page of pages()) await button(page, 'Ready Up').click()
    for (const page of pages()) {
      await page.getByRole('button', { name: /^GIF 1$/ }).waitFor()
      await page.keyboard.press('w')
      await page.getByRole('region', { name: 'Your saved GIFs' }).waitFor()
      // Also while a line is being written.
      await (await chatField(page)).focus()
      await escapeTwice(page)
      await page.getByRole('region', { name: 'Your saved GIFs' }).waitFor({ state: 'hidden' })
      await staysIn(page)
      await page.getByRole('button', { name: /^GIF 1$/ }).click()
    }
    await bea.page.getByRole('figure').locator('video').first().waitFor()
    // With a dialog in front: one Escape closes it, two more lead out.
    await button(bea.page, 'Report ada').click()
    await bea.page.getByRole('dialog').waitFor()
    await bea.page.keyboard.press('Escape')
    await (await chatField(bea.page)).focus()
    await getOut(bea.page)
    await sees(bea.page, "You won't be matched with ada again.")
    await sees(ada.page, /left/i)
    expect(await bea.page.evaluate(() => document.activeElement?.tagName)).toBe('H1')
    await button(bea.page, 'Undo block').waitFor()
    await keepBothWidths(bea.page, 'exit')
    expect(await faultsAtBothWidths(bea.page)).toEqual([])
    await eventually(async () => expect(await boardOf()).toBe(board), 5_000)
  }, 120_000)

  test('takes a report by one press, with stills that are sealed in the browser', async () => {
    const heard = await listenToAll(platform)
    await bea.page.getByLabel('They threatened me or someone else').check()
    await keepBothWidths(bea.page, 'exit-report')
    await button(bea.page, 'Send').click()
    await sees(bea.page, /We have the last 20 seconds, encrypted/)
    await button(bea.page, 'Undo block').waitFor()
    await keepBothWidths(bea.page, 'exit-thanks')
    expect(await faultsAtBothWidths(bea.page)).toEqual([])
    await heard.close()

    const owner = await signInAdministrator(platform)
    const { results } = await json<ReportList>(owner.request('/admin/reports'))
    reportId = results[0]?.id ?? 0
    const report = await json<ReportDetailView>(owner.request(`/admin/reports/${reportId}`))
    expect(report).toMatchObject({ category: 'threat', reason: '', evidence_offered: true })
    expect(report.context).toMatchObject({ room_name: 'Until the bell', round: 1 })
    expect(report.context?.reveals.at(-1)?.closed_by).not.toBeNull()

    const places = new Map([
      ...(await dumpPostgres(platform)),
      ...(await dumpRedis(platform)),
      ...(await dumpEvents(platform)),
      ...heard.heard,
    ])
    const [sealed] = [...(places.get('evidence.evidence') ?? '').matchAll(/\\\\x(01[0-9a-f]{2000,})/g)].map(([, hex]) =>
      Buffer.from(hex ?? '', 'hex'),
    )
    expect(sealed?.length).toBeGreaterThan(10_000)
    for (const [place, text] of places) expect([place, JPEG.test(text)]).toEqual([place, false])
    expect(await opensWith([sealing.d ?? ''], sealed!)).toBe(1)
    expect(await opensWith(keysIn(places), sealed!)).toBe(0)
  }, 90_000)

  test('opens stills for two people together, and neither for one alone nor for a moderator and the owner who made her', async () => {
    const owner = await signInAdministrator(platform)
    const second = await signInAdministrator(platform, deputyOf(platform))
    const credentials = { username: 'mona', password: 'nine quiet lanterns' }
    await createReadyModerator(platform, [owner, second], credentials)
    const first = await signInAdministrator(platform, credentials)
    const ask = (who: AdministratorSession, path: string, body?: object) =>
      who.request(path, { method: body ? 'POST' : 'GET', body })
    const stills = `/admin/reports/${reportId}/evidence/stills`
    expect((await ask(first, stills)).status).toBe(403)
    const opening = await json<OpeningView>(
      ask(first, `/admin/reports/${reportId}/evidence/openings`, { reason: 'A threat' }),
    )
    const approve = `/admin/evidence/openings/${opening.id}/approve`
    for (const alone of [first, owner]) expect((await ask(alone, approve, {})).status).toBe(403)
    expect((await ask(first, stills)).status).toBe(403)

    // The second one does it in the console.
    await mona.page.goto('')
    await submitConsoleLogin(mona.page, deputyOf(platform))
    await openReport(mona.page, reportId)
    await button(mona.page, 'Approve the opening').click()
    await button(mona.page, 'Show blurred').click()
    const pictures = mona.page.getByRole('img', { name: /^Still 1 of \d+, blurred$/ })
    await pictures.waitFor()
    await eventually(async () =>
      expect(await pictures.evaluate((picture) => (picture as HTMLCanvasElement).width)).toBe(32),
    )
    await keepBothWidths(mona.page, 'stills-blurred')
    expect(await faultsAtBothWidths(mona.page)).toEqual([])

    const seen = await json<StillsView>(ask(first, `${stills}?sharp=1`))
    expect(seen.stills.length).toBeGreaterThanOrEqual(3)
    expect(
      Buffer.from(seen.stills[0]?.jpeg ?? '', 'base64')
        .subarray(0, 3)
        .toString('hex'),
    ).toBe('ffd8ff')
    expect((await ask(second, stills)).status).toBe(200)
    const { items } = await json<EvidenceView>(ask(second, `/admin/reports/${reportId}/evidence`))
    expect(items).toHaveLength(1)
    await eventually(async () => {
      const { entries } = await json<AuditPage>(
        owner.request(`/admin/audit?subject_kind=report&subject_id=${reportId}&limit=50`),
      )
      const actions = entries.map(({ action }) => action)
      for (const action of ['evidence.ask', 'evidence.approve', 'evidence.open', 'evidence.look'])
        expect(actions).toContain(action)
    }, 10_000)
  }, 120_000)

  test('blocks at once whom it left, until one press undoes that', async () => {
    host = createBot({ session: await signIn(platform.url, uniqueName('host')), gateways: [platform.url] })
    await host.client.connect()
    doors = (await host.must('create-room', { ...OPEN_ROOM, publicRoom: false })).roomId
    await bea.page.goto(`/join-room?room=${doors}`)
    await goIn(bea.page)
    await button(bea.page, 'Room Chat').waitFor()
    await getOut(bea.page)
    await sees(bea.page, /You won't be matched/)
    await button(bea.page, 'Undo block').click()
    await sees(bea.page, `${host.client.username} is no longer blocked.`)
    await keepBothWidths(bea.page, 'exit-undone')
    expect(await blockedBy(bea.page)).not.toContain(host.client.id)
  }, 60_000)

  test('offers to undo no block that is older than the exit', async () => {
    await bea.page.goto(`/join-room?room=${doors}`)
    await goIn(bea.page)
    await button(bea.page, 'Room Chat').waitFor()
    await bea.page.evaluate((id) => fetch(`/user/blocks/${id}`, { method: 'PUT' }), host.client.id)
    // Longer than the clocks of the servers may be apart.
    await bea.page.waitForTimeout(1_500)
    const listed = bea.page.waitForResponse((response) => response.url().endsWith('/user/blocks'))
    await getOut(bea.page)
    await sees(bea.page, /You won't be matched/)
    await listed
    await button(bea.page, 'Back to the lobby').click({ trial: true })
    expect(await button(bea.page, 'Undo block').count()).toBe(0)
    expect(await blockedBy(bea.page)).toContain(host.client.id)
  }, 60_000)

  test('is the same by the red corner, which stands in its place on every screen of the room', async () => {
    const places: unknown[] = []
    const corner = bea.page.getByRole('button', { name: 'Get out' })
    await createdRoomOf(bea.page)
    places.push(await corner.boundingBox())
    await bea.page.getByRole('button', { name: 'Leave Room' }).first().waitFor()
    places.push(await corner.boundingBox())
    expect(places[0]).toEqual(places[1])
    const { width = 0, height = 0 } = (await corner.boundingBox()) ?? {}
    expect(Math.min(width, height)).toBeGreaterThanOrEqual(44)
    await keepBothWidths(bea.page, 'exit-corner')
    await corner.click()
    await bea.page.getByRole('heading', { name: "You've left." }).waitFor()
    await button(bea.page, 'Back to the lobby').click()
    await bea.page.getByLabel('Room name').waitFor()
  }, 60_000)
})

describe('settings', () => {
  test('list the people met, for a report after leaving', async () => {
    const { page } = ada
    await button(page, 'Leave Room').click()
    await sees(page, 'Succesfully Left Room')
    await page.goto('/settings#safety')
    const met = page.getByRole('list', { name: 'People you met' })
    await met.getByText('bea').waitFor()
    await met.scrollIntoViewIfNeeded()
    await keepBothWidths(page, 'people-met')
    expect(await faultsAtBothWidths(page)).toEqual([])
    await button(page, 'Report bea').click()
    await page.getByLabel('What is it about?').selectOption('harassment')
    await keepBothWidths(page, 'people-met-report')
    await button(page, 'Send report').click()
    await sees(page, 'Report submitted successfully')
    const listed = await page.evaluate(() => fetch('/user/met').then((response) => response.json()))
    expect((listed as MetPeople).met.map(({ username }) => username)).toContain('bea')
    const made = page.getByRole('list', { name: 'Reports you made' })
    await made.getByText('Harassment').waitFor()
    await made.getByText('Waiting for review').first().waitFor()
  }, 60_000)

  test('keep a limits card', async () => {
    const { page } = ada
    const sections = page.getByRole('navigation', { name: 'Settings' })
    await sections.getByRole('link', { name: 'Limits' }).click()
    await page.getByRole('heading', { name: 'Your limits' }).waitFor()
    await page.getByText('Closeness', { exact: true }).click()
    await page.getByRole('group', { name: 'Teasing' }).getByLabel('Never').check({ force: true })
    await keepBothWidths(page, 'limits-card')
    expect(await faultsAtBothWidths(page)).toEqual([])
    // Another section does not lose what is not saved yet.
    await sections.getByRole('link', { name: 'Support' }).click()
    await button(page, 'Contact Support').waitFor()
    await sections.getByRole('link', { name: /^Limits.*not saved yet/ }).click()
    await button(page, 'Save my limits').click()
    await sees(page, 'Saved: 1 never')
    const kept = await page.evaluate(() => fetch('/user/limits').then((response) => response.json()))
    expect(kept).toEqual({ limits: [{ act: 'teasing', limit: 'no' }] })
  }, 60_000)

  test('show every section by keyboard', async () => {
    const { page } = ada
    await page.goto('/settings')
    const sections = page.getByRole('navigation', { name: 'Settings' })
    await sections.getByRole('link', { name: 'Profile' }).focus()
    for (const [section, shown] of [
      ['Profile', 'Your names'],
      ['Limits', 'Your limits'],
      ['Devices and sign-ins', 'Where you’re logged in'],
      ['Purchases', 'Items'],
      ['Safety', 'Blocked people'],
      ['Standing', 'Your standing'],
      ['Support', 'Support'],
    ] as const) {
      const link = sections.getByRole('link', { name: section })
      expect(await link.evaluate((element) => element === document.activeElement)).toBe(true)
      await page.keyboard.press('Enter')
      await page.getByRole('heading', { name: shown, exact: true }).waitFor()
      await page
        .getByRole('main')
        .getByText(/^Loading/)
        .first()
        .waitFor({ state: 'detached' })
      expect(await sections.locator('[aria-current]').allTextContents()).toEqual([section])
      for (const width of [1440, 390, 360]) {
        await page.setViewportSize({ width, height: 844 })
        expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width)
      }
      expect(await accessibilityFaults(page)).toEqual([])
      await page.setViewportSize(VIEWPORTS.desk)
      await page.keyboard.press('Tab')
    }
    await page.goBack()
    await page.getByRole('heading', { name: 'Your standing' }).waitFor()
  }, 120_000)
})

test('nothing else was complained about', () => {
  // Refused sign-ins and looks; pictures of a hand that are asked for all at once.
  const provoked = /^40[134] |^409 |^503 .*\/media\?/
  for (const { complaints } of [ada, bea, mona])
    expect(complaints.filter((complaint) => !provoked.test(complaint))).toEqual([])
})

async function createdRoomOf(page: Page): Promise<void> {
  await page.goto('/gameroom')
  await createRoom(page, 'Alone')
}

async function openReport(page: Page, id: number): Promise<void> {
  await page.getByRole('link', { name: 'Reports' }).click()
  await page.getByText(String(id)).first().click()
  await page.getByRole('heading', { name: 'Sealed stills' }).waitFor()
}

const suite = new CipherSuite({ kem: new DhkemX25519HkdfSha256(), kdf: new HkdfSha256(), aead: new Aes256Gcm() })

/** Texts that may be a raw key of 32 bytes: base64url or hexadecimal. */
const keysIn = (places: ReadonlyMap<string, string>): string[] => [
  ...new Set(
    [...places.values()].flatMap((text) => [
      ...[...text.matchAll(/(?<![\w-])[\w-]{43}(?![\w-])/g)].map(([key]) => key),
      ...[...text.matchAll(/(?<![0-9a-f])[0-9a-f]{64}(?![0-9a-f])/g)].map(([key]) =>
        Buffer.from(key, 'hex').toString('base64url'),
      ),
    ]),
  ),
]

/** How many of these private keys derive what the envelope was sealed with. The content has a tag for the place besides. */
async function opensWith(keys: readonly string[], sealed: Buffer): Promise<number> {
  const envelope = unpackEnvelope(sealed)
  if (!envelope) throw new Error('no envelope')
  let opened = 0
  for (const key of keys) {
    const raw = Uint8Array.from(Buffer.from(key, 'base64url'))
    try {
      const recipientKey = await suite.kem.importKey('raw', raw.buffer, false)
      const recipient = await suite.createRecipientContext({
        recipientKey,
        enc: Uint8Array.from(envelope.encapsulated).buffer,
        info: new TextEncoder().encode(SEALING_INFO).buffer,
      })
      await recipient.open(Uint8Array.from(envelope.ciphertext).buffer, new TextEncoder().encode(placeToken).buffer)
      opened += 1
    } catch {
      // Not this one.
    }
  }
  return opened
}

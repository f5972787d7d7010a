import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import type { Platform } from '@kla/local'
import { eventually } from '@kla/testkit'
import type { Page } from 'playwright-core'
import {
  accessibilityFaults,
  agreeToVideo,
  button,
  createRoom,
  goIn,
  inviteLink,
  keepBothWidths,
  keepsDiscordName,
  otherPicture,
  type PlayerBrowser,
  readPicture,
  readyButton,
  sees,
  signInAs,
  skipReady,
  startsVeiled,
} from '../src/browser/index.js'
import { type Scene, startScene } from './browser/scene.js'
import { arriveAs } from './browser/sign-in.js'

let platform: Platform
let scene: Scene
let host: PlayerBrowser
let guest: PlayerBrowser
let link: string
/** Serves whatever page it is asked for in the query, on an origin of its own. */
let elsewhere: Server
let attacker: string

beforeAll(async () => {
  elsewhere = createServer((request, response) => {
    const query = new URL(request.url ?? '/', 'http://any').searchParams
    const to = query.get('redirect')
    if (to !== null) response.writeHead(302, { location: to }).end()
    else
      response
        .writeHead(200, { 'content-type': 'text/html' })
        .end(`<!doctype html><body>${query.get('page') ?? ''}</body>`)
  }).listen(0, '127.0.0.1')
  await once(elsewhere, 'listening')
  attacker = `http://127.0.0.1:${(elsewhere.address() as AddressInfo).port}`
  scene = await startScene('browser-invitation')
  platform = scene.platform
  host = await scene.open('warm')
  guest = await scene.open('cool')
}, 240_000)

afterAll(async () => {
  await scene?.close()
  elsewhere?.close()
}, 60_000)

interface Watched {
  page: Page
  /** How often any page of this tab asked for the camera. */
  cameraAsked: () => number
  /** How often any page of this tab asked for a seat. */
  seatAsked: () => number
}

/** A tab with camera permission, in a browser profile of its own. `firstTime` shows the screen before the first room. */
async function openTab({ confirmed = true, firstTime = false } = {}): Promise<Watched> {
  const context = await guest.context.browser()!.newContext({
    baseURL: platform.url,
    permissions: ['camera', 'microphone'],
    reducedMotion: 'reduce',
  })
  if (!firstTime) await skipReady(context)
  const asked = { camera: 0, seat: 0 }
  await context.exposeFunction('cameraWasAsked', () => (asked.camera += 1))
  await context.addInitScript((adult) => {
    const devices = navigator.mediaDevices as MediaDevices | undefined
    if (location.hostname !== 'localhost' || !devices) return
    if (adult) localStorage.setItem('age-confirmed', 'true')
    const ask = devices.getUserMedia.bind(devices)
    devices.getUserMedia = (constraints) => {
      ;(globalThis as unknown as { cameraWasAsked: () => void }).cameraWasAsked()
      return ask(constraints)
    }
  }, confirmed)
  const page = await context.newPage()
  page.setDefaultTimeout(15_000)
  context.on('page', (other) => watchSocket(other))
  const watchSocket = (one: Page) =>
    one.on('websocket', (socket) =>
      socket.on('framesent', ({ payload }) => {
        if (/"event":"(join-room|sync-room|watch-room)"/.test(String(payload))) asked.seat += 1
      }),
    )
  watchSocket(page)
  return { page, cameraAsked: () => asked.camera, seatAsked: () => asked.seat }
}

const signIn = (page: Page, name: string) =>
  page.goto(`/auth/discord?persona=${name}&redirectBackTo=${encodeURIComponent('/update')}`)
const attackBy = (html: string): string => `${attacker}/?page=${encodeURIComponent(html)}`

/** The page waits for a press, which by then it would take, and has asked for nothing. */
async function waitsAtTheDoor({ page, cameraAsked, seatAsked }: Watched, room = 'The room of the host'): Promise<void> {
  await readyButton(page).waitFor()
  await sees(page, room)
  expect({ camera: cameraAsked(), seat: seatAsked() }).toEqual({ camera: 0, seat: 0 })
}

async function isInTheRoom(page: Page): Promise<void> {
  await button(page, 'Ready Up').waitFor()
  await eventually(async () => expect((await readPicture(otherPicture(page))).frames).toBeGreaterThan(5), 20_000)
}

/** Frees the seat for the next player. */
async function leave({ page }: Watched): Promise<void> {
  await button(page, 'Leave Room').first().click()
  await button(page, 'Create Room').waitFor()
  await page.context().close()
  await sees(host.page, /waiting|Invite/i)
}

describe('an invitation that another site opens', () => {
  beforeAll(async () => {
    await arriveAs(host.page, 'host')
    await createRoom(host.page, 'The room of the host')
    link = await inviteLink(host.page)
  }, 60_000)

  const script = (code: string) => (url: string) => `<script>${code.replace('URL', JSON.stringify(url))}</script>`
  const ATTACKS: [string, (url: string) => string][] = [
    ['a script', script('location.href = URL')],
    [
      'a script that hides where it comes from',
      (url) => `<meta name="referrer" content="no-referrer"><script>location.replace(${JSON.stringify(url)})</script>`,
    ],
    ['a page that refreshes', (url) => `<meta http-equiv="refresh" content="0;url=${url.replaceAll('&', '&amp;')}">`],
    [
      'a sandboxed frame',
      (url) =>
        `<iframe sandbox="allow-scripts allow-top-navigation" srcdoc="<script>top.location=${JSON.stringify(url).replaceAll('"', '&quot;')}</script>"></iframe>`,
    ],
    [
      'claims in the address',
      (url) => script('location.href = URL')(`${url}&kla-opened-by-person=true&opened-by-person=1`),
    ],
    [
      'the login',
      (url) =>
        script('location.href = URL')(
          `${new URL(url).origin}/auth/discord?persona=guest&redirectBackTo=${encodeURIComponent(new URL(url).pathname + new URL(url).search)}`,
        ),
    ],
    [
      'a form',
      (url) =>
        `<form action="${new URL(url).origin}/join-room"><input name="room" value="${new URL(url).searchParams.get('room')}"></form><script>document.forms[0].submit()</script>`,
    ],
  ]

  test("waits for a signed-in player's press before it uses the camera or a seat, however it was opened", async () => {
    const tab = await openTab()
    await signIn(tab.page, 'guest')
    for (const [how, html] of ATTACKS) {
      await tab.page.goto(attackBy(html(link)))
      await tab.page.waitForURL(/\/join-room\?/)
      await waitsAtTheDoor(tab).catch((error: unknown) => {
        throw new Error(`opened by ${how}`, { cause: error })
      })
    }
    await tab.page.goto(`${attacker}/`)
    await tab.page.evaluate((url) => void (location.href = url), `${attacker}/?redirect=${encodeURIComponent(link)}`)
    await tab.page.waitForURL(/\/join-room\?/)
    await waitsAtTheDoor(tab)

    await sees(tab.page, 'host invites you to “The room of the host”')
    await keepBothWidths(tab.page, 'invitation-door')
    expect(await accessibilityFaults(tab.page)).toEqual([])

    // Neither a script's reload nor the person's, nor steps through the history, make it one that the person opened.
    await tab.page.evaluate(() => location.reload())
    await waitsAtTheDoor(tab)
    await tab.page.reload()
    await waitsAtTheDoor(tab)
    await tab.page.goto(`${attacker}/`)
    await tab.page.evaluate(() => history.back())
    await tab.page.waitForURL(/\/join-room\?/)
    await waitsAtTheDoor(tab)

    await button(tab.page, 'Turn on camera and microphone').click()
    await tab.page.getByLabel('Your video preview').waitFor()
    await keepBothWidths(tab.page, 'invitation-preview')
    expect([tab.cameraAsked(), tab.seatAsked()]).toEqual([1, 0])
    await goIn(tab.page)
    await isInTheRoom(tab.page)
    // The room takes the camera over.
    expect(tab.cameraAsked()).toBe(1)
    await leave(tab)
  }, 180_000)

  test('waits after the sign-in that it leads a visitor through', async () => {
    const tab = await openTab()
    await tab.page.goto(attackBy(script('location.href = URL')(link)))
    await signInAs(tab.page, 'visitor')
    await waitsAtTheDoor(tab)
    await goIn(tab.page)
    await isInTheRoom(tab.page)
    await leave(tab)
  }, 60_000)

  test('does not return a player who visited another site to the room without a press', async () => {
    const tab = await openTab()
    await signIn(tab.page, 'guest')
    await tab.page.goto(link)
    await isInTheRoom(tab.page)
    const before = [tab.cameraAsked(), tab.seatAsked()]
    await tab.page.goto(attackBy(script('location.href = URL')(new URL('/gameroom', platform.url).href)))
    await readyButton(tab.page).waitFor()
    expect([tab.cameraAsked(), tab.seatAsked()]).toEqual(before)
    await goIn(tab.page)
    await isInTheRoom(tab.page)
    await leave(tab)
  }, 60_000)

  test('admits no spectator without a press', async () => {
    const tab = await openTab()
    await signIn(tab.page, 'guest')
    const watch = new URL(`/watch?room=${new URL(link).searchParams.get('room')}#pass=x`, platform.url).href
    await tab.page.goto(attackBy(script('location.href = URL')(watch)))
    await button(tab.page, 'Watch').and(tab.page.locator('[aria-disabled=false]')).waitFor()
    expect(await accessibilityFaults(tab.page)).toEqual([])
    expect(tab.seatAsked()).toBe(0)
    await tab.page.context().close()
  }, 60_000)
})

const framesOf = async (page: Page): Promise<number> => (await readPicture(otherPicture(page))).frames

/** The call of the two goes on. */
async function goesOn(page: Page): Promise<void> {
  const before = await framesOf(page)
  await eventually(async () => expect(await framesOf(page)).toBeGreaterThan(before + 5), 20_000)
}

describe('a step back from a live room', () => {
  const dialogOf = (page: Page) => page.getByRole('dialog', { name: 'Leave this room?' })

  test('asks, keeps the call while it does, and leads to no old invitation', async () => {
    const tab = await openTab()
    const { page } = tab
    await signIn(page, 'guest')
    await page.goto(link)
    await isInTheRoom(page)
    await otherPicture(page).evaluate((video) => void Object.assign(video, { isSamePicture: true }))
    for (let step = 0; step < 2; step += 1) {
      await page.goBack()
      await dialogOf(page).waitFor()
      await goesOn(page)
      // A second step while it asks changes nothing.
      await page.goBack()
      await goesOn(page)
      if (step === 0) {
        await keepBothWidths(page, 'leave-by-back')
        expect(await accessibilityFaults(page)).toEqual([])
        await button(page, 'Stay').click()
      } else await page.keyboard.press('Escape')
      await dialogOf(page).waitFor({ state: 'hidden' })
      expect(await otherPicture(page).evaluate((video) => 'isSamePicture' in video)).toBe(true)
    }
    expect(new URL(page.url()).pathname).toBe('/gameroom')

    await page.goBack()
    await dialogOf(page).getByRole('button', { name: 'Leave', exact: true }).click()
    await sees(page, 'Succesfully Left Room')
    await button(page, 'Create Room').waitFor()
    await page.goBack()
    await page.goForward()
    await button(page, 'Create Room').waitFor()
    expect(await page.getByText(/invited/i).count()).toBe(0)
    await page.context().close()
  }, 120_000)

  test('is asked about by the browser before the page closes, while somebody else is there', async () => {
    const tab = await openTab()
    const { page } = tab
    await signIn(page, 'guest')
    await page.goto(link)
    await isInTheRoom(page)
    // Browsers ask only on pages that have been used.
    await page.mouse.click(5, 500)
    const asked: string[] = []
    page.on('dialog', (dialog) => {
      asked.push(dialog.type())
      void dialog.accept()
    })
    await page.reload()
    await isInTheRoom(page)
    expect(asked).toEqual(['beforeunload'])
    await leave(tab)
    expect(asked).toEqual(['beforeunload'])
  }, 60_000)
})

describe('an invitation that the player opens', () => {
  test('opens the camera, waits for a press the first time and takes the camera along', async () => {
    const tab = await openTab({ firstTime: true })
    const { page } = tab
    await signIn(page, 'guest')
    await page.goto(link)
    await page.getByLabel('Your video preview').waitFor()
    await sees(page, 'host invites you to “The room of the host”')
    await readyButton(page).waitFor()
    await keepBothWidths(page, 'invitation-first')
    expect(await accessibilityFaults(page)).toEqual([])
    expect([tab.cameraAsked(), tab.seatAsked()]).toEqual([1, 0])
    await goIn(page)
    await isInTheRoom(page)
    expect(tab.cameraAsked()).toBe(1)
    await button(page, 'Leave Room').first().click()
    await button(page, 'Create Room').waitFor()
    await page.goto(link)
    await isInTheRoom(page)
    expect(tab.cameraAsked()).toBe(2)
    await page.reload()
    await isInTheRoom(page)
    await leave(tab)
  }, 60_000)

  test('enters the room without a press from a page of the platform', async () => {
    const tab = await openTab()
    await signIn(tab.page, 'guest')
    await tab.page.evaluate((url) => void (location.href = url), link)
    await isInTheRoom(tab.page)
    await leave(tab)
  }, 60_000)

  test('enters the room without a press after the sign-in that it leads a visitor through', async () => {
    const tab = await openTab()
    await tab.page.goto(link)
    await signInAs(tab.page, 'visitor')
    await isInTheRoom(tab.page)
    await leave(tab)
  }, 60_000)
})

describe('a room that is not veiled', () => {
  const NAME = 'Face to face'
  const PASSCODE = 'open sesame'
  let plain: string
  const isAlone = (page: Page) => sees(page, 'Not blurred: video starts as soon as someone joins.')

  test('is opened by nothing but a press on its box, whatever else is typed and ticked', async () => {
    const { page } = host
    await button(page, 'Leave Room').first().click()
    await button(page, 'Create Room').waitFor()
    const form = page.getByRole('region', { name: 'Create Room' })
    const veiled = () => startsVeiled(page).isChecked()
    expect(await veiled()).toBe(true)
    // Its words, as a forced press on the box would not wait until the lobby has come to rest.
    await form.getByText('Require a passcode', { exact: true }).click()
    expect(await page.getByRole('checkbox', { name: 'Require a passcode' }).isChecked()).toBe(true)
    await page.getByLabel('Passcode', { exact: true }).fill(PASSCODE)
    expect(await veiled()).toBe(true)
    await form.getByRole('radio', { name: 'Stamina' }).check({ force: true })
    await form.getByRole('combobox', { name: 'Category' }).selectOption('gay')
    expect(await veiled()).toBe(true)
    await startsVeiled(page).uncheck({ force: true })
    await page.getByRole('checkbox', { name: 'Require a passcode' }).uncheck({ force: true })
    expect(await veiled()).toBe(false)
    await sees(page, 'Not blurred: video starts as soon as someone joins.')
    await keepBothWidths(page, 'create-not-veiled')
    await createRoom(page, NAME, { passcode: PASSCODE })
    await isAlone(page)
    plain = await inviteLink(page)
  }, 60_000)

  test('starts no camera and takes no seat before a press on its entry page, whatever opened that', async () => {
    const tab = await openTab()
    await signIn(tab.page, 'guest')
    const waits = async (how: string): Promise<void> => {
      await sees(tab.page, 'Video starts as soon as you join.')
      await waitsAtTheDoor(tab, NAME).catch((error: unknown) => {
        throw new Error(`opened by ${how}`, { cause: error })
      })
    }
    // A messenger opens a link as a typed address does: `Sec-Fetch-Site: none`.
    await tab.page.goto(plain)
    await waits('a messenger')
    await tab.page.reload()
    await waits('a reload')
    await tab.page.goto('/update')
    await tab.page.evaluate((url) => void (location.href = url), plain)
    await tab.page.waitForURL(/\/join-room\?/)
    await waits('a page of the platform')
    await tab.page.goto(`${attacker}/`)
    await tab.page.evaluate((url) => void (location.href = url), plain)
    await tab.page.waitForURL(/\/join-room\?/)
    await waits('another site')
    await keepBothWidths(tab.page, 'invitation-not-veiled')
    expect(await accessibilityFaults(tab.page)).toEqual([])
    await isAlone(host.page)

    await goIn(tab.page)
    await isInTheRoom(tab.page)
    await sees(tab.page, 'Not blurred: you and host see and hear what each of you turns on.')
    await keepBothWidths(tab.page, 'room-not-veiled')
    expect(await accessibilityFaults(tab.page)).toEqual([])
    // A seat that the player has needs no second press.
    await tab.page.reload()
    await isInTheRoom(tab.page)
    await leave(tab)
  }, 90_000)

  test('waits for the press also after the sign-in that it leads a visitor through', async () => {
    const tab = await openTab()
    await tab.page.goto(plain)
    await signInAs(tab.page, 'visitor')
    await sees(tab.page, 'Video starts as soon as you join.')
    await waitsAtTheDoor(tab, NAME)
    await tab.page.context().close()
  }, 60_000)

  test('says so in the list and beside its passcode, and is entered from there once the player agrees', async () => {
    const tab = await openTab()
    await tab.page.goto('/auth/discord?persona=guest&redirectBackTo=%2Fgameroom')
    const { page } = tab
    const entry = page.getByRole('listitem').filter({ hasText: NAME }).first()
    await entry.getByText('Not blurred', { exact: true }).waitFor()
    await entry.getByRole('button', { name: `Join ${NAME}` }).click()
    await entry.getByText('Video starts as soon as you join.').waitFor()
    await keepBothWidths(page, 'lobby-not-veiled')
    expect(await accessibilityFaults(page)).toEqual([])
    const passcode = page.getByLabel(`Passcode of ${NAME}`)
    await passcode.fill('not this one')
    await page.keyboard.press('Enter')
    await entry.getByText('Wrong passcode.').first().waitFor()
    expect(await passcode.getAttribute('aria-invalid')).toBe('true')
    const selected = await passcode.evaluate((input: HTMLInputElement) => [
      input === document.activeElement,
      input.selectionStart,
      input.selectionEnd,
    ])
    expect(selected).toEqual([true, 0, 'not this one'.length])
    expect(await accessibilityFaults(page)).toEqual([])
    await passcode.fill(PASSCODE)
    expect(await passcode.getAttribute('aria-invalid')).toBeNull()
    await page.keyboard.press('Enter')
    const dialog = page.getByRole('dialog', { name: "This room isn't blurred" })
    await dialog.waitFor()
    // The press that asked, made twice, agrees to nothing.
    await page.keyboard.press('Enter')
    await dialog.waitFor({ state: 'hidden' })
    await isAlone(host.page)
    expect(tab.cameraAsked()).toBe(0)

    await entry.getByRole('button', { name: 'Enter the room' }).click()
    await dialog.waitFor()
    await keepBothWidths(page, 'ask-not-veiled')
    expect(await accessibilityFaults(page)).toEqual([])
    await agreeToVideo(page)
    await isInTheRoom(page)
    await leave(tab)
  }, 90_000)

  test('is counted for visitors of the lobby, and not named to them', async () => {
    const tab = await openTab()
    const frames: string[] = []
    tab.page.on('websocket', (socket) => socket.on('framereceived', ({ payload }) => void frames.push(String(payload))))
    await tab.page.goto('/gameroom')
    await sees(tab.page, 'stamina room open')
    await keepBothWidths(tab.page, 'lobby-visitor')
    expect(await accessibilityFaults(tab.page)).toEqual([])
    expect(await tab.page.locator('main').innerText()).not.toContain(NAME)
    expect(frames.join()).toContain('"counts":[{"mode":"stamina","category":"gay","rooms":1}]')
    expect(frames.join()).not.toMatch(new RegExp(`${NAME}|${new URL(plain).searchParams.get('room')}`))
    await button(host.page, 'Leave Room').first().click()
    await sees(tab.page, 'No rooms open at the moment')
    await keepBothWidths(tab.page, 'lobby-visitor-empty')
    await tab.page.context().close()
  }, 60_000)
})

// Last, as the host leaves.
describe('an invitation whose host has left', () => {
  test('says so, and puts nobody beside a stranger or into an empty room without asking', async () => {
    const [stranger, friend] = [await openTab(), await openTab()]
    await button(host.page, 'Create Room').waitFor()
    await createRoom(host.page, 'Once more')
    const invitation = await inviteLink(host.page)
    await signIn(stranger.page, 'stranger')
    await stranger.page.goto(invitation)
    await keepsDiscordName(stranger.page)
    await isInTheRoom(stranger.page)
    await button(host.page, 'Leave Room').first().click()
    await button(host.page, 'Create Room').waitFor()

    const { page } = friend
    await signIn(page, 'friend')
    await page.goto(invitation)
    await page.getByRole('heading', { name: 'The person who invited you has left' }).waitFor()
    await sees(page, /Someone else is still in the room/)
    await keepBothWidths(page, 'invitation-host-left')
    expect(await accessibilityFaults(page)).toEqual([])
    await button(page, 'Join anyway').click()
    await keepsDiscordName(page)
    await isInTheRoom(page)
    for (const tab of [friend, stranger]) {
      await button(tab.page, 'Leave Room').first().click()
      await button(tab.page, 'Create Room').waitFor()
    }

    await page.goto(invitation)
    await page.getByRole('heading', { name: 'The person who invited you has left' }).waitFor()
    await sees(page, /Their room is closed/)
    await keepBothWidths(page, 'invitation-closed')
    await button(page, 'See the open rooms').click()
    await button(page, 'Create Room').waitFor()
    for (const tab of [friend, stranger]) await tab.page.context().close()
  }, 120_000)
})

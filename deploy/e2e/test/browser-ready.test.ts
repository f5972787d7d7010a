import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { eventually } from '@kla/testkit'
import type { Page } from 'playwright-core'
import {
  accessibilityFaults,
  button,
  createRoom,
  forgetReady,
  goIn,
  inviteLink,
  keepBothWidths,
  keepScreenshot,
  otherPicture,
  type PlayerBrowser,
  plugIn,
  prepareUnplugging,
  readPicture,
  readyButton,
  readyScreen,
  sees,
  showBoth,
  unplug,
  VIEWPORTS,
} from '../src/browser/index.js'
import { keepConnections, type Relay, type Scene, startRelay, startScene } from './browser/scene.js'
import { arriveAs } from './browser/sign-in.js'

let relay: Relay
let scene: Scene
/** Chromium's second films depth and its third JPEG; a call takes the first and the fourth. */
const CAMERAS = 4
/** Has several cameras, and has given permission. */
let ada: PlayerBrowser
/** The camera that she chose. */
let chosen: string | undefined
/** Has to be asked. */
let bea: PlayerBrowser

beforeAll(async () => {
  relay = await startRelay()
  scene = await startScene('browser-ready', { environment: relay.environment })
  ada = await scene.open(CAMERAS, { firstTime: true })
  bea = await scene.open('warm', { asks: true, firstTime: true })
  for (const { page } of [ada, bea]) await prepareUnplugging(page)
  await countRequests(ada.page)
  await keepConnections(ada.page)
}, 120_000)

afterAll(async () => {
  await scene?.close()
  await relay?.stop()
}, 60_000)

const ownPicture = (page: Page) => page.getByLabel('Your video preview')
const loudness = async (page: Page): Promise<number> =>
  Number(await page.getByRole('meter', { name: 'Loudness of your microphone' }).getAttribute('aria-valuenow'))

async function looksRight(page: Page, name: string, keep = keepBothWidths): Promise<void> {
  await keep(page, `ready-${name}`)
  expect(await accessibilityFaults(page)).toEqual([])
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0)
}

/** Counts requests for devices; `refusal` in the session's storage is the answer to them. */
const countRequests = (page: Page): Promise<unknown> =>
  page.addInitScript(() => {
    const devices = navigator.mediaDevices as MediaDevices | undefined
    if (!devices) return
    const ask = devices.getUserMedia.bind(devices)
    const refusal = sessionStorage.getItem('refusal')
    const counted = { requests: 0 }
    devices.getUserMedia = (wish) => {
      counted.requests += 1
      return refusal === null ? ask(wish) : Promise.reject(new DOMException('refused', refusal))
    }
    Object.assign(globalThis, { counted })
  })
const requests = (page: Page): Promise<number> =>
  page.evaluate(() => (globalThis as unknown as { counted: { requests: number } }).counted.requests)

describe('the screen by itself', () => {
  test('shows picture, light and loudness where the player opened it, and names no one yet', async () => {
    const { page } = ada
    await arriveAs(page, 'Ada', '/studio')
    await page.waitForURL('**/ready')
    // A redirect opens no camera.
    await sees(page, 'Only you see it.')
    expect(await requests(page)).toBe(0)
    await looksRight(page, 'untried')
    await page.goto('/gameroom')
    await page.getByRole('link', { name: 'Check video and sound' }).click()
    await ownPicture(page).waitFor()
    // Typed, so that it opens the camera again after a reload.
    await page.goto('/gameroom')
    await page.goto('/ready')
    await eventually(async () => expect((await readPicture(ownPicture(page))).frames).toBeGreaterThan(3), 10_000)
    await sees(page, 'The light is good.')
    await eventually(async () => expect(await loudness(page)).toBeGreaterThan(0), 10_000)
    await looksRight(page, 'good')
  }, 60_000)

  test('leads the keyboard through every control to the one button', async () => {
    const { page } = ada
    await page.locator('h1').click()
    await page.getByText('Test your sound and connection').click()
    await page.locator('h1').click()
    const reached: string[] = []
    for (let press = 0; press < 40 && !/^Go to the lobby/.test(reached.at(-1) ?? ''); press += 1) {
      await page.keyboard.press('Tab')
      reached.push(
        await page.evaluate(() => {
          const element = document.activeElement as HTMLElement & { labels?: NodeListOf<HTMLElement> }
          return (element.ariaLabel ?? element.labels?.[0]?.innerText ?? element.innerText).trim()
        }),
      )
    }
    const order = [
      'Mute the microphone',
      'Turn the camera off',
      'Show more',
      'Use the cautious set',
      'Camera',
      'Microphone',
      'Speaker',
      'Blur my background',
      'Play a test sound',
      'Noise suppression',
      'Try the connection',
      'Show this every time',
      'Not now',
    ]
    expect(reached.filter((name) => order.includes(name))).toEqual(order)
    expect(reached.at(-1)).toMatch(/^Go to the lobby as /)
  }, 30_000)

  test('saves the cautious limits on a press only, and undoes them', async () => {
    const { page } = ada
    const limits = () => page.evaluate(() => fetch('/user/limits').then((answer) => answer.json()))
    await sees(page, 'You haven’t set any limits yet.')
    expect(await limits()).toEqual({ limits: [] })
    await button(page, 'Use the cautious set').click()
    await sees(page, 'Saved: 9 never')
    expect((await limits()).limits).toHaveLength(9)
    await button(page, 'Undo').click()
    await sees(page, 'You haven’t set any limits yet.')
    expect(await limits()).toEqual({ limits: [] })
  }, 30_000)

  test('plays the test sound, which is fetched on the press only', async () => {
    const { page } = ada
    const fetched = () =>
      page.evaluate(() => performance.getEntriesByType('resource').filter(({ name }) => /test-sound/.test(name)).length)
    expect(await fetched()).toBe(0)
    await button(page, 'Play a test sound').click()
    await button(page, 'Stop').waitFor()
    await eventually(async () => expect(await fetched()).toBe(1))
    await button(page, 'Stop').click()
  }, 30_000)

  test('remembers a chosen camera and switched-off sound processing', async () => {
    const { page } = ada
    const camera = page.getByLabel('Camera', { exact: true })
    ;[chosen] = await camera.selectOption({ index: CAMERAS - 1 })
    const filming = () =>
      ownPicture(page).evaluate((video) => {
        const [track] = ((video as HTMLVideoElement).srcObject as MediaStream).getVideoTracks()
        return track?.getSettings().deviceId
      })
    await eventually(async () => expect(await filming()).toBe(chosen), 10_000)
    await page.getByRole('switch', { name: 'Noise suppression' }).click()
    await page.reload()
    await eventually(async () => expect(await camera.inputValue()).toBe(chosen), 10_000)
    await page.getByText('Test your sound and connection').click()
    await page.getByRole('switch', { name: 'Noise suppression', checked: false }).waitFor()
  }, 30_000)

  test('blurs the background by a model that is loaded then only, until the player switches it off', async () => {
    const { page } = ada
    const loaded = () =>
      page.evaluate(
        () => performance.getEntriesByType('resource').filter(({ name }) => /\.(wasm|tflite)$/.test(name)).length,
      )
    const blur = (on: boolean) => page.getByRole('switch', { name: 'Blur my background', checked: on })
    expect(await loaded()).toBe(0)
    await blur(false).click()
    await eventually(async () => expect(await loaded()).toBe(2), 10_000)
    await eventually(async () => expect((await readPicture(ownPicture(page))).frames).toBeGreaterThan(30), 15_000)
    await keepScreenshot(page, 'ready-blur')
    // Machines that run many tests at once may be too slow for it: they blur the whole picture, and the switch stays on.
    await blur(true).click()
    await blur(false).waitFor()
    await eventually(async () => expect((await readPicture(ownPicture(page))).frames).toBeGreaterThan(3), 10_000)
  }, 60_000)

  test('measures the way through the relay', async () => {
    const { page } = ada
    await button(page, 'Try the connection').click()
    await sees(page, /\d+ ms there and back/)
    await looksRight(page, 'relay')
  }, 30_000)

  test('says that players connect directly when there is no relay', async () => {
    const { page } = ada
    await page.route('**/user/relay', (route) => route.fulfill({ json: { iceServers: [], iceTransportPolicy: 'all' } }))
    await button(page, 'Try it again').click()
    await sees(page, 'players connect directly')
    await page.unroute('**/user/relay')
  }, 30_000)
})

describe('a device that is not to be had', () => {
  const states = [
    ['denied', 'NotAllowedError', 'Your browser blocks your camera. You can still join.'],
    ['busy', 'NotReadableError', 'Your camera is busy. You can still join.'],
  ] as const
  test.each(states)(
    'is explained with what helps: %s',
    async (name, errorName, title) => {
      const { page } = ada
      await page.evaluate((refusal) => sessionStorage.setItem('refusal', refusal), errorName)
      await page.reload()
      await sees(page, title)
      await looksRight(page, name)
      expect(await page.evaluate(() => sessionStorage.getItem('camera-permission'))).toBe(
        JSON.stringify({ granted: 0, errorName }),
      )
      await readyButton(page, 'Go to the lobby').waitFor()
      await page.evaluate(() => sessionStorage.removeItem('refusal'))
    },
    30_000,
  )

  test('is explained when no camera is there, and opened by a press once it is plugged in', async () => {
    const { page } = ada
    await page.evaluate(() => sessionStorage.setItem('gone', 'camera'))
    await page.reload()
    await page.evaluate(() => sessionStorage.removeItem('gone'))
    await sees(page, "We couldn't find a camera. You can still join.")
    await looksRight(page, 'missing')
    await plugIn(page, 'camera')
    await sees(page, 'Your camera is back.')
    expect(await ownPicture(page).count()).toBe(0)
    await button(page, 'Turn the camera on').first().click()
    await eventually(async () => expect((await readPicture(ownPicture(page))).frames).toBeGreaterThan(3), 10_000)
  }, 30_000)

  test('is explained when it was unplugged, and opened by a press when it returns', async () => {
    const { page } = ada
    // The chosen camera follows once the list is there.
    await eventually(
      async () => expect(await page.getByLabel('Camera', { exact: true }).inputValue()).toBe(chosen),
      10_000,
    )
    await unplug(page, 'camera')
    await sees(page, 'Plug it in again')
    await button(page, 'Dismiss').click()
    await looksRight(page, 'unplugged')
    await plugIn(page, 'camera')
    await sees(page, 'Your camera is back.')
    expect(await ownPicture(page).count()).toBe(0)
    await button(page, 'Turn the camera on').first().click()
    await eventually(async () => expect((await readPicture(ownPicture(page))).frames).toBeGreaterThan(3), 10_000)
  }, 30_000)

  test('is used again without a press when it is a microphone', async () => {
    const { page } = ada
    await unplug(page, 'microphone')
    await sees(page, 'Your microphone was disconnected')
    await plugIn(page, 'microphone')
    await sees(page, 'Your microphone is back.')
    await eventually(async () => expect(await loudness(page)).toBeGreaterThan(0), 10_000)
  }, 30_000)
})

const leave = async (page: Page): Promise<void> => {
  await button(page, 'Leave Room').first().click()
  await button(page, 'Create Room').waitFor()
}

describe('the first room of a browser', () => {
  test('is created from the screen, which hands its camera to the room', async () => {
    const { page } = ada
    await page.goto('/gameroom')
    await page.getByLabel('Room name').fill('With a menu')
    await button(page, 'Create Room').click()
    await readyScreen(page).waitFor()
    await ownPicture(page).waitFor()
    await sees(page, 'Video and sound stay off until you both choose to show yourselves.')
    await eventually(
      async () => expect(await page.getByLabel('Camera', { exact: true }).inputValue()).toBe(chosen),
      10_000,
    )
    await looksRight(page, 'create')
    const asked = await requests(page)
    // The title has the focus, so that the press before counts for nothing here.
    await page.keyboard.press('Enter')
    await goIn(page, 'Create room')
    await sees(page, 'Room Successfully Created')
    await page.getByLabel('Your video', { exact: true }).waitFor()
    expect(await requests(page)).toBe(asked)
  }, 60_000)

  test('is joined from the list through the screen, and the next one without it', async () => {
    const { page } = bea
    await arriveAs(page, 'Bea')
    await button(page, 'Join With a menu').click()
    await readyScreen(page).getByRole('radio', { name: 'My Discord name' }).waitFor({ state: 'attached' })
    await looksRight(page, 'list')
    // Nothing is taken before the press.
    await sees(ada.page, 'Waiting for an opponent.')
    await button(page, 'Not now').click()
    await button(page, 'Join With a menu').click()
    await goIn(page)
    await button(page, 'Show myself').waitFor()
    await leave(page)
    await button(page, 'Join With a menu').click()
    await button(page, 'Show myself').waitFor()
    await leave(page)
  }, 60_000)

  test('is joined with its passcode through the screen, and without it once the screen is skipped', async () => {
    await leave(ada.page)
    // Not the first room any more.
    await createRoom(ada.page, 'Behind a door', { passcode: 'open sesame' })
    const { page } = bea
    const join = async (passcode: string) => {
      await button(page, 'Join Behind a door').click()
      await page.getByLabel('Passcode of Behind a door').fill(passcode)
      await page.keyboard.press('Enter')
    }
    await forgetReady(page)
    await join('open sesame')
    await goIn(page)
    await button(page, 'Show myself').waitFor()
    await leave(page)
    await join('wrong')
    await sees(page, 'Wrong passcode')
    await page.getByLabel('Passcode of Behind a door').fill('open sesame')
    await page.keyboard.press('Enter')
    await button(page, 'Show myself').waitFor()
    await leave(page)
    await leave(ada.page)
  }, 60_000)

  test('is found through the screen, also without a camera, and every time where the player wants that', async () => {
    const { page } = bea
    await forgetReady(page)
    await button(page, 'Find a match').click()
    await button(page, 'Turn the camera off').click()
    await sees(page, 'Your camera is off.')
    await looksRight(page, 'search')
    await page.getByRole('checkbox', { name: 'Show this every time' }).check({ force: true })
    await goIn(page, 'Find an opponent')
    await sees(page, 'No one else is searching here yet')
    await button(page, 'Cancel the search').click()
    await button(page, 'Find a match').click()
    await page.getByRole('checkbox', { name: 'Show this every time' }).uncheck({ force: true })
    await button(page, 'Turn the camera on').last().click()
    await ownPicture(page).waitFor()
    await goIn(page, 'Find an opponent')
    await sees(page, 'No one else is searching here yet')
    await button(page, 'Cancel the search').click()
    await button(page, 'Find a match').click()
    await sees(page, 'No one else is searching here yet')
    await button(page, 'Cancel the search').click()
  }, 60_000)
})

describe('a room', () => {
  test('has the devices while one waits, and exchanges the camera in a call without negotiating', async () => {
    const [first, second] = [ada.page, bea.page]
    await createRoom(first, 'With a menu')
    const link = await inviteLink(first)
    await button(first, 'See how you look').click()
    await ownPicture(first).waitFor()
    // Another width mounts the stage anew.
    await looksRight(first, 'waiting', keepScreenshot)
    await second.goto(link)
    // The dialog closes by itself.
    await ownPicture(first).waitFor({ state: 'detached' })
    await showBoth([first, second])
    await eventually(async () => expect((await readPicture(otherPicture(second))).frames).toBeGreaterThan(5), 30_000)

    const sent = () =>
      first.evaluate(() => {
        const { connections } = globalThis as unknown as { connections: RTCPeerConnection[] }
        // Others measure the relay, as on a machine that is too busy for the call.
        const calls = connections.filter((each) => each.getSenders().length > 0 && each.localDescription !== null)
        const connection = calls.at(-1)!
        const camera = connection.getSenders().find(({ track }) => track?.kind === 'video')?.track
        return {
          connections: calls.length,
          session: connection.localDescription?.sdp.split('\n')[1],
          camera: camera?.getSettings().deviceId,
        }
      })
    const before = await sent()
    await first.setViewportSize(VIEWPORTS.phone)
    await button(first, 'Camera, microphone and speaker').click()
    const camera = first.getByLabel('Camera', { exact: true })
    const values = await camera
      .locator('option')
      .evaluateAll((options) => options.map((option) => (option as HTMLOptionElement).value))
    const open = await camera.inputValue()
    const other = open === values[0] ? values[3]! : values[0]!
    await camera.selectOption(other)
    await eventually(async () => expect((await sent()).camera).toBe(other), 10_000)
    await looksRight(first, 'battle-menu', keepScreenshot)
    const after = await sent()
    expect({ ...after, camera: null }).toEqual({ ...before, camera: null })
    const { frames } = await readPicture(otherPicture(second))
    await eventually(
      async () => expect((await readPicture(otherPicture(second))).frames).toBeGreaterThan(frames + 5),
      10_000,
    )
  }, 90_000)

  test('sends sound again once the microphone is back, and a picture once the player turns the camera on', async () => {
    const { page } = ada
    const sent = (kind: 'audio' | 'video') =>
      page.evaluate((wanted) => {
        const { connections } = globalThis as unknown as { connections: RTCPeerConnection[] }
        const track = connections
          .filter((each) => each.getSenders().length > 0)
          .at(-1)!
          .getSenders()
          .find(({ track }) => track?.kind === wanted)?.track
        // A stand-in is no device.
        return track?.readyState === 'live' && track.getSettings().deviceId !== undefined && track.label !== ''
          ? track.label
          : null
      }, kind)
    const [sound, picture] = [await sent('audio'), await sent('video')]
    // Closes the menu of the devices.
    await page.keyboard.press('Escape')
    await unplug(page, 'microphone')
    await eventually(async () => expect(await sent('audio')).not.toBe(sound))
    await plugIn(page, 'microphone')
    await eventually(async () => expect(await sent('audio')).toBe(sound), 10_000)
    expect(await sent('video')).toBe(picture)
    await unplug(page, 'camera')
    await eventually(async () => expect(await sent('video')).not.toBe(picture))
    await plugIn(page, 'camera')
    await sees(page, 'Your camera is back.')
    for (const viewport of Object.values(VIEWPORTS)) {
      await page.setViewportSize(viewport)
      const notice = await page.getByText('Your camera is back.').first().boundingBox()
      const exit = await button(page, 'Get out').boundingBox()
      expect(notice!.x).toBeGreaterThanOrEqual(exit!.x + exit!.width)
      const ready = await button(page, 'Ready Up').boundingBox()
      expect(ready!.y + ready!.height).toBeLessThanOrEqual(viewport.height)
    }
    await page.setViewportSize(VIEWPORTS.desk)
    await looksRight(page, 'battle-camera-back')
    expect(await sent('video')).not.toBe(picture)
    await button(page, 'Turn the camera on').first().click()
    // A camera begins veiled again.
    await showBoth([page, bea.page])
    const { frames } = await readPicture(otherPicture(bea.page))
    await eventually(
      async () => expect((await readPicture(otherPicture(bea.page))).frames).toBeGreaterThan(frames + 5),
      10_000,
    )
  }, 60_000)

  test('can be practised alone, by keyboard and without a camera', async () => {
    const { page } = ada
    // The offer is in the empty list.
    for (const player of [bea, ada]) await leave(player.page)
    await page.getByRole('link', { name: 'Practice a round' }).click()
    const asked = await requests(page)
    /** Presses count once a step has been in view. */
    const settled = async (text: string) => {
      await sees(page, text)
      await page.locator('main [inert]').waitFor({ state: 'detached' })
    }
    await settled('How a round goes')
    await looksRight(page, 'practice')
    await button(page, 'Deal my cards').press('Enter')
    await settled('Round 1: pick a GIF for your opponent')
    await page.keyboard.press('2')
    await settled('Your opponent picked this for you')
    await looksRight(page, 'practice-show')
    await button(page, 'Skip to the next round').press('Enter')
    await settled('Round 2: pick a GIF for your opponent')
    await button(page, 'Finish').and(page.locator('[aria-disabled=false]')).focus()
    await page.keyboard.down('Enter')
    await settled('Who won?')
    await page.keyboard.up('Enter')
    await page.getByRole('button', { name: 'You', exact: true }).press('Enter')
    await settled('You both voted for you, so you win.')
    await looksRight(page, 'practice-result')
    expect(await requests(page)).toBe(asked)
    await page.getByRole('link', { name: 'Find an opponent' }).press('Enter')
    await page.waitForURL('**/gameroom')
  }, 60_000)

  test('leaves no error on any page', () => {
    const expected = /Camera blocked/
    expect([...ada.complaints, ...bea.complaints].filter((complaint) => !expected.test(complaint))).toEqual([])
  })
})

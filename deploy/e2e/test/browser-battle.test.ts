import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import type { Platform } from '@kla/local'
import { eventually } from '@kla/testkit'
import type { Locator, Page } from 'playwright-core'
import {
  accessibilityFaults,
  button,
  chatField,
  createRoom,
  extendPage,
  goIn,
  holdFinish,
  inviteLink,
  keepBothWidths,
  keepScreenshot,
  otherPicture,
  passAgeGate,
  type PlayerBrowser,
  readPicture,
  sees,
  signInAs,
  translatePage,
  VIEWPORTS,
} from '../src/browser/index.js'
import { metricOf } from '../src/platform/index.js'
import { type Scene, startScene } from './browser/scene.js'

let platform: Platform
let scene: Scene
/** Opens rooms, at a desk, with a warm picture. */
let ada: PlayerBrowser
/** Is invited, on a phone, with a cool picture. */
let bea: PlayerBrowser
const names = { ada: 'ada', bea: 'bea' }

beforeAll(async () => {
  scene = await startScene('browser-battle', {
    environment: {
      BATTLE_PROMPT_MS: '60000',
      // Two screenshots are taken in it, on a busy machine.
      BATTLE_SHOW_MS: '6000',
      BATTLE_VOTE_MS: '90000',
      // Longer than any step waits: what begins sooner is a rematch.
      BATTLE_RESULT_MS: '45000',
      TICK_MS: '1000',
    },
  })
  platform = scene.platform
  ada = await scene.open('warm')
  bea = await scene.open('cool', { viewport: VIEWPORTS.phone })
}, 120_000)

afterAll(() => scene?.close(), 60_000)

const both = (): Page[] => [ada.page, bea.page]
const onBoth = <T>(work: (page: Page) => Promise<T>): Promise<T[]> => Promise.all(both().map(work))
/** Whether every picture of the hand is there. */
const areShown = (page: Page): Promise<boolean> =>
  page
    .getByRole('listitem')
    .locator('img')
    .evaluateAll(
      (pictures) => pictures.length > 0 && pictures.every((picture) => (picture as HTMLImageElement).naturalWidth > 0),
    )

/** On its side, upright, small, and with the keyboard open. */
const PHONES = [
  { width: 844, height: 390 },
  VIEWPORTS.phone,
  { width: 360, height: 640 },
  { width: 390, height: 420 },
] as const

/** Fails if something sticks out of a phone, or if bars cover each other, the received GIF or its Save button. */
async function fitsPhone(page: Page): Promise<void> {
  const faults = await page.evaluate(() => {
    const boxOf = (selector: string) => document.querySelector(selector)?.getBoundingClientRect()
    const save = [...document.querySelectorAll('figure button')].find(({ textContent }) =>
      textContent?.includes('Save'),
    )
    const boxes = {
      header: boxOf('header'),
      gif: boxOf('figure'),
      bar: boxOf('[aria-label="Your controls"]'),
      save: save?.getBoundingClientRect(),
    }
    const outside = Object.entries(boxes).filter(
      ([, box]) => box && (box.left < 0 || box.right > innerWidth + 1 || box.top < 0 || box.bottom > innerHeight + 1),
    )
    const covered = [boxes.gif, boxes.save].some(
      (box) => box && boxes.bar && boxes.header && (box.bottom > boxes.bar.top || box.top < boxes.header.bottom - 1),
    )
    const overflow = [
      document.documentElement,
      boxOf('header') && document.querySelector('header')!.parentElement!,
    ].some((element) => element && element.scrollWidth > element.clientWidth + 1)
    return [
      ...outside.map(([name]) => `${name} sticks out`),
      ...(covered ? ['the GIF is covered'] : []),
      ...(overflow ? ['overflow'] : []),
    ]
  })
  expect({ ...page.viewportSize(), faults }).toEqual({ ...page.viewportSize(), faults: [] })
}

/** Plays one round. `looksClosely`: reads what is on the screen, for which a slow machine needs most of the show. */
async function playRound({ looksClosely = false } = {}): Promise<void> {
  await onBoth((page) => button(page, /^GIF 1$/).waitFor())
  if (looksClosely) {
    await onBoth((page) => eventually(() => areShown(page)))
    await onBoth((page) => keepScreenshot(page, 'room-prompt'))
  }
  await button(ada.page, /^GIF 2$/).click()
  await bea.page.keyboard.press('1')
  await onBoth((page) => page.getByRole('figure').locator('video').first().waitFor())
  if (!looksClosely) return
  await onBoth(async (page) => {
    const clip = page.getByRole('figure').locator('video').first()
    await eventually(async () => expect((await readPicture(clip)).width).toBeGreaterThan(0))
    await keepScreenshot(page, 'room-show')
  })
  for (const viewport of PHONES) {
    await bea.page.setViewportSize(viewport)
    // A turned phone lays itself out within a moment.
    await eventually(() => fitsPhone(bea.page), 3_000)
  }
  await bea.page.setViewportSize(VIEWPORTS.phone)
}

interface Box {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

async function boxOf(locator: Locator): Promise<Box> {
  const box = await locator.boundingBox()
  if (!box) throw new Error('not on the screen')
  return box
}

const overlap = (one: Box, other: Box): boolean =>
  one.x < other.x + other.width &&
  other.x < one.x + one.width &&
  one.y < other.y + other.height &&
  other.y < one.y + one.height

/**
 * Presses Finish as it appears, in the page: a press from here might come after the time in which it takes none. Returns its
 * `aria-disabled` at that moment.
 */
const pressFinishAtOnce = (page: Page): Promise<string | null> =>
  page.evaluate(
    () =>
      new Promise<string | null>((resolve) => {
        const press = () => {
          const finish = [...document.querySelectorAll('button')].find(
            ({ textContent }) => textContent?.trim() === 'Finish',
          )
          if (!finish) return
          seen.disconnect()
          const closed = finish.getAttribute('aria-disabled')
          finish.dispatchEvent(new PointerEvent('pointerdown', { bubbles: true, isPrimary: true, button: 0 }))
          resolve(closed)
        }
        const seen = new MutationObserver(press)
        seen.observe(document.body, { childList: true, subtree: true })
        press()
      }),
  )

/** Whether that ended a press that counted: too short a hold leads to a hint. */
const releaseFinish = (page: Page): Promise<boolean> =>
  button(page, 'Finish').evaluate(async (finish) => {
    finish.dispatchEvent(new PointerEvent('pointerup', { bubbles: true, isPrimary: true, button: 0 }))
    await new Promise(requestAnimationFrame)
    return finish.nextElementSibling?.hasAttribute('data-shown') ?? true
  })

const vote = (page: Page, name: string | RegExp) =>
  page.getByRole('group', { name: 'Your vote' }).getByRole('button', { name })

describe('two players in two browsers', () => {
  test('pass the age gate, sign in and open a room with a passcode', async () => {
    const { page } = ada
    await page.goto('/')
    await sees(page, 'Adults Only (18+)')
    await keepBothWidths(page, 'age-gate')
    await passAgeGate(page)
    await keepBothWidths(page, 'home')
    await page.getByRole('link', { name: 'Login with Discord' }).or(button(page, 'Login with Discord')).first().click()
    await signInAs(page, names.ada)
    await page.getByRole('link', { name: 'Battle' }).first().click()
    await sees(page, 'No rooms open at the moment')
    await keepBothWidths(page, 'lobby')
    expect(await accessibilityFaults(page)).toEqual([])
    await createRoom(page, 'Late shift', { passcode: 'open sesame', veiled: false })
    await sees(page, 'Free corner')
    await keepBothWidths(page, 'room-alone')
  }, 60_000)

  test('meet through an invitation link that is opened before signing in', async () => {
    const link = await inviteLink(ada.page)
    expect(link).toContain('/join-room?room=')

    const { page } = bea
    await page.goto(link)
    await passAgeGate(page)
    await signInAs(page, names.bea)
    await sees(page, 'Video starts as soon as you join.')
    await goIn(page)
    await sees(page, names.ada)
    await sees(ada.page, names.bea)
    // From here on, her browser translates the page, and an extension changes his.
    await translatePage(page)
    await extendPage(ada.page)
  }, 60_000)

  test("see each other's moving picture and not their own", async () => {
    await onBoth(async (page) => {
      const own = page.getByLabel('Your video', { exact: true })
      const other = otherPicture(page)
      await eventually(async () => expect((await readPicture(other)).frames).toBeGreaterThan(5), 20_000)
      const before = await readPicture(other)
      await eventually(
        async () => expect((await readPicture(other)).frames).toBeGreaterThan(before.frames + 10),
        20_000,
      )
      const [mine, theirs] = [await readPicture(own), await readPicture(other)]
      const warmth = ({ red, blue }: typeof mine): number => red - blue
      expect(Math.sign(warmth(mine))).toBe(page === ada.page ? 1 : -1)
      expect(Math.sign(warmth(theirs))).toBe(-Math.sign(warmth(mine)))
    })
    await onBoth((page) => keepScreenshot(page, 'room-waiting'))
    expect(await accessibilityFaults(ada.page)).toEqual([])
    expect(await accessibilityFaults(bea.page)).toEqual([])
  }, 60_000)

  test('have their connection counted by route and duration', async () => {
    const [gateway] = platform.running('gateway')
    await eventually(async () => {
      expect(await metricOf(gateway!, 'kla_gateway_media_connections_total')).toBe(2)
      expect(await metricOf(gateway!, 'kla_gateway_joins_total')).toBe(1)
      expect(await metricOf(gateway!, 'kla_gateway_join_seconds_count')).toBe(1)
    })
  })

  test('exchange chat messages', async () => {
    await ada.page.getByRole('textbox', { name: 'Message' }).fill('good evening')
    await ada.page.keyboard.press('Enter')
    await sees(bea.page, /new message.*good evening/)
    await (await chatField(bea.page)).fill('evening yourself')
    await bea.page.keyboard.press('Enter')
    await sees(ada.page, 'evening yourself')
  }, 30_000)

  test('are asked before contact details are sent, which arrive covered', async () => {
    await ada.page.getByRole('textbox', { name: 'Message' }).fill('add me on snap wild_cat99')
    await ada.page.keyboard.press('Enter')
    await sees(ada.page, /Sharing contact details isn’t allowed here/)
    await keepBothWidths(ada.page, 'room-contact-ask')
    expect(await accessibilityFaults(ada.page)).toEqual([])
    await button(ada.page, 'Send it hidden').click()
    await sees(ada.page, '(arrived hidden)')
    await sees(bea.page, 'add me on snap •••')
    await keepScreenshot(bea.page, 'room-contact-covered')
    await bea.page.getByRole('button', { name: 'Show', exact: true }).click()
    await sees(bea.page, 'add me on snap wild_cat99')
  }, 30_000)

  test('answer with one press, see each other typing and count what a closed chat has missed', async () => {
    await button(ada.page, 'Nice one').click()
    await bea.page.getByRole('log').getByText('Nice one').waitFor()
    // A sign is sent every two seconds at most.
    const typing = sees(ada.page, `${names.bea} is typing…`)
    await (await chatField(bea.page)).pressSequentially('let me think', { delay: 200 })
    await typing
    await button(bea.page, 'Close the chat').click()
    expect(await bea.page.evaluate(() => document.activeElement?.getAttribute('aria-label'))).toBe('Room Chat')
    await button(ada.page, 'Hi!').click()
    await sees(bea.page, `1 new message. ${names.ada}: Hi!`)
    await keepScreenshot(bea.page, 'room-chat-closed')
    expect(await accessibilityFaults(bea.page)).toEqual([])
    await button(bea.page, 'Room Chat: 1 new message').click()
    await bea.page.getByText('1 new message').waitFor({ state: 'detached' })
    const field = await chatField(bea.page)
    expect(await field.inputValue()).toBe('let me think')
    await field.fill('')
    await bea.page.keyboard.press('Escape')
    await field.waitFor({ state: 'hidden' })
  }, 30_000)

  test('set sound and motion in one menu', async () => {
    await onBoth(async (page) => {
      await button(page, 'Sound and motion').click()
      await page.getByLabel('Opponent’s volume').fill('40')
      expect(await otherPicture(page).evaluate((video: HTMLVideoElement) => video.volume)).toBeCloseTo(0.4)
      await page.getByRole('switch', { name: 'Less motion' }).click()
      await page.locator('html[data-motion]').waitFor({ state: 'attached' })
      await page.getByRole('switch', { name: 'My own video' }).click()
      await page.getByLabel('Your video', { exact: true }).waitFor({ state: 'detached' })
      await keepScreenshot(page, 'room-sound-and-motion')
      expect(await accessibilityFaults(page)).toEqual([])
      await page.getByRole('switch', { name: 'My own video' }).click()
      await page.keyboard.press('Escape')
      await page.getByRole('group', { name: 'Sound and motion' }).waitFor({ state: 'detached' })
    })
  }, 30_000)

  test('keep the call while a phone is turned', async () => {
    const { page } = bea
    await otherPicture(page).evaluate((video) => void Object.assign(video, { isSamePicture: true }))
    await page.setViewportSize({ width: 844, height: 390 })
    await button(page, /Turn the camera off/)
      .first()
      .waitFor()
    await fitsPhone(page)
    await keepScreenshot(page, 'room-turned')
    await page.setViewportSize(VIEWPORTS.phone)
    const before = await readPicture(otherPicture(page))
    await eventually(
      async () => expect((await readPicture(otherPicture(page))).frames).toBeGreaterThan(before.frames),
      10_000,
    )
    expect(await otherPicture(page).evaluate((video) => 'isSamePicture' in video)).toBe(true)
  }, 30_000)

  test('reach everything with letters twice as large, and with a zoom of 400 % at a desk', async () => {
    const { page } = ada
    const reachesAll = async () => {
      expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0)
      const { x, y, width, height } = await boxOf(button(page, 'Get out'))
      const seen = page.viewportSize()!
      expect(x >= 0 && y >= 0 && x + width <= seen.width && y + height <= seen.height).toBe(true)
      for (const name of ['Ready Up', 'Leave Room', /^Turn the camera off/]) {
        const control = button(page, name).first()
        await control.click({ trial: true })
        const box = await boxOf(control)
        expect(box.x >= 0 && box.x + box.width <= seen.width).toBe(true)
      }
    }
    await page.evaluate(() => document.documentElement.style.setProperty('font-size', '200%'))
    await keepBothWidths(page, 'room-large-letters')
    await reachesAll()
    await page.setViewportSize(VIEWPORTS.phone)
    await reachesAll()
    await page.evaluate(() => document.documentElement.style.removeProperty('font-size'))
    // What WCAG 2.2 asks for in 1.4.10: 1280 by 1024 at 400 %.
    await page.setViewportSize({ width: 320, height: 256 })
    await keepScreenshot(page, 'room-zoomed')
    await reachesAll()
    await page.setViewportSize(VIEWPORTS.desk)
  }, 30_000)

  test('neither finish nor pick by more presses on Ready Up', async () => {
    const readyBoxes = await onBoth((page) => boxOf(button(page, 'Ready Up')))
    const pressed = both().map(pressFinishAtOnce)
    await button(ada.page, 'Ready Up').click()
    const [, { x, y, width, height }] = readyBoxes as [Box, Box]
    for (let tap = 0; tap < 3; tap += 1) await bea.page.mouse.click(x + width / 2, y + height / 2, { delay: 40 })
    await onBoth((page) => button(page, /^GIF 1$/).waitFor())
    const finishBoxes = await onBoth((page) => boxOf(button(page, 'Finish')))
    for (const [at, box] of finishBoxes.entries()) expect(overlap(box, readyBoxes[at]!)).toBe(false)
    expect(await Promise.all(pressed)).toEqual(['true', 'true'])
    await onBoth((page) => button(page, 'Finish').and(page.locator('[aria-disabled=false]')).waitFor())
    // Had the press counted, it would have been held until now, or its release would be too short a hold.
    expect(await onBoth(releaseFinish)).toEqual([false, false])
    await onBoth(async (page) => {
      expect(await page.getByText('Who won?').count()).toBe(0)
      expect(await button(page, /your pick/).count()).toBe(0)
    })
    // A tap, and a key that is let go.
    await button(bea.page, 'Finish').click()
    await button(ada.page, 'Finish').press('Space')
    await onBoth((page) => page.getByText('Hold to finish').first().waitFor())
    await onBoth((page) => keepScreenshot(page, 'room-finish'))
    for (const page of both()) expect(await accessibilityFaults(page)).toEqual([])
    // A press that leaves the button on the way, in one go: a slow machine must not hold it.
    await button(ada.page, 'Finish').evaluate((finish) => {
      const at = (type: string, clientX: number) =>
        finish.dispatchEvent(new PointerEvent(type, { bubbles: true, isPrimary: true, button: 0, clientX }))
      at('pointerdown', finish.getBoundingClientRect().x + 1)
      at('pointermove', -1)
    })
    expect(await releaseFinish(ada.page)).toBe(false)
    await onBoth(async (page) => expect(await page.getByText('Who won?').count()).toBe(0))
  }, 60_000)

  test('play three rounds, agree on a winner and read the result', async () => {
    for (const round of [1, 2, 3]) await playRound({ looksClosely: round === 1 })
    await holdFinish(bea.page)
    await onBoth((page) => sees(page, 'Who won?'))
    await onBoth((page) => keepScreenshot(page, 'room-vote'))
    for (const page of both()) expect(await accessibilityFaults(page)).toEqual([])
    await vote(ada.page, new RegExp(names.bea)).click()
    await sees(ada.page, 'Vote submitted')
    await vote(bea.page, /\(you\)/).click()
    await sees(bea.page, 'You won')
    await sees(ada.page, `${names.bea} won`)
    await sees(bea.page, 'Both votes agreed.')
    await sees(bea.page, /Doesn't count: Rush battles count after 3 minutes/)
    await onBoth((page) =>
      page
        .getByText(/You \d : \d /)
        .first()
        .waitFor(),
    )
    await onBoth((page) => keepScreenshot(page, 'room-winner'))
    for (const page of both()) expect(await accessibilityFaults(page)).toEqual([])
    await bea.page.getByRole('region', { name: 'GIFs you received' }).getByRole('button').first().waitFor()
    await button(ada.page, 'Rematch').click()
    await sees(ada.page, `Waiting for ${names.bea}…`)
    await sees(bea.page, `${names.ada} wants a rematch`)
    await keepScreenshot(bea.page, 'room-rematch')
  }, 150_000)

  test('play a rematch at once, which ends without a unanimous winner', async () => {
    const pressedAt = Date.now()
    await button(bea.page, 'Rematch').click()
    // Picks of the first battle's first round are not those of this one.
    await playRound()
    expect(Date.now() - pressedAt).toBeLessThan(30_000)
    await button(ada.page, 'Finish').and(ada.page.locator('[aria-disabled=false]')).focus()
    await ada.page.keyboard.down('Enter')
    await sees(ada.page, 'Who won?')
    await ada.page.keyboard.up('Enter')
    await vote(ada.page, /\(you\)/).click()
    await vote(bea.page, /\(you\)/).click()
    await onBoth((page) => sees(page, "The votes didn't agree, so there's no winner."))
    await onBoth((page) => keepScreenshot(page, 'room-no-winner'))
    await onBoth((page) => button(page, 'Rematch').click())
  }, 60_000)

  test('return to the battle after a reload', async () => {
    await onBoth((page) => button(page, /^GIF 1$/).waitFor())
    await bea.page.reload()
    await button(bea.page, /^GIF 1$/)
      .or(bea.page.getByRole('figure'))
      .first()
      .waitFor()
    // As assistive technology presses it, which cannot hold.
    await button(ada.page, 'Finish')
      .and(ada.page.locator('[aria-disabled=false]'))
      .evaluate((finish) => (finish as HTMLElement).click())
    await ada.page
      .getByRole('dialog', { name: 'Finish this battle?' })
      .getByRole('button', { name: 'Finish now' })
      .click()
    await onBoth((page) => vote(page, 'No winner').waitFor())
  }, 60_000)

  test('name the one who leaves during the vote, and log no errors', async () => {
    await button(bea.page, 'Leave Room').click()
    await sees(bea.page, 'Succesfully Left Room')
    await sees(ada.page, `${names.bea} left during the vote, so there's no winner.`)
    await sees(ada.page, 'Free corner')
    await button(ada.page, 'Find a new opponent').waitFor()
    await keepBothWidths(ada.page, 'room-opponent-left')
    expect(await accessibilityFaults(ada.page)).toEqual([])
    await button(ada.page, 'Stay and wait').click()
    await sees(ada.page, 'Anyone in the lobby can join you.')
    await button(ada.page, 'Leave Room').click()
    await sees(ada.page, 'No rooms open at the moment')
    expect([...ada.complaints, ...bea.complaints]).toEqual([])
  }, 30_000)

  test('keep the panic exit where the room itself breaks, with the camera off', async () => {
    const { page } = ada
    await createRoom(page, 'Fragile', { veiled: false })
    await page.getByLabel('Your video', { exact: true }).waitFor()
    const field = await chatField(page)
    await field.fill('is anyone here?')
    // The next render breaks, so the message leaves in the same task.
    await field.evaluate((element) => {
      const own = document.querySelector<HTMLVideoElement>('video[aria-label="Your video"]')?.srcObject as MediaStream
      Object.assign(globalThis, { ownTrack: own.getTracks()[0] })
      // The header asks whether one of the players is another one.
      const { some } = Array.prototype
      Array.prototype.some = function (...given: Parameters<typeof some>) {
        if (this[0] !== null && typeof this[0] === 'object' && 'username' in this[0])
          throw new Error('broken by the test')
        return some.apply(this, given)
      }
      ;(element as HTMLInputElement).form?.requestSubmit()
    })
    await sees(page, 'Something broke in this room')
    expect(
      await page.evaluate(() => (globalThis as unknown as { ownTrack: MediaStreamTrack }).ownTrack.readyState),
    ).toBe('ended')
    await button(page, 'Come back to the room').waitFor()
    await button(page, 'Get out').waitFor()
    await page.keyboard.press('Escape')
    await page.keyboard.press('Escape')
    await sees(page, "You've left.")
  }, 30_000)
})

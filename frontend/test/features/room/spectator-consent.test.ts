import { describe, expect, test } from '@jest/globals'
import { createSpectatorConsent } from '../../../src/features/room/spectator-consent.js'
import { settle } from '../../settle.js'
import { manualClock } from '../../shared/realtime/manual-clock.js'

const OK = { success: true }
const refused = (code: string) => ({ success: false, code, error: code })
const AGAIN_MS = 2_000

function setUp() {
  const { clock, advance } = manualClock()
  /** Whether spectators get anything from this browser. */
  let sends = true
  let closed = false
  const asked: boolean[] = []
  const toasts: string[] = []
  const waiting: ((answer: object) => void)[] = []
  const consent = createSpectatorConsent({
    broadcast: { consent: (given) => (sends = given) },
    clock,
    send: ((_: string, { allow }: { allow: boolean }) => {
      asked.push(allow)
      return new Promise((resolve) => waiting.push(resolve))
    }) as never,
    isClosed: () => closed,
    onRefused: (error) => toasts.push(error),
  })
  return {
    advance,
    asked,
    toasts,
    press: (allowed: boolean) => consent.allow('r1', allowed),
    outsideRoom: () => consent.allow(null, false),
    sends: () => sends,
    wish: () => consent.get().wish,
    close: () => (closed = true),
    async answer(answer: object) {
      waiting.shift()?.(answer)
      await settle()
    },
  }
}

describe('a press to stop', () => {
  test('stops this browser in the same tick and reaches the server', async () => {
    const { press, sends, asked, wish, answer } = setUp()
    press(false)
    expect(sends()).toBe(false)
    expect(asked).toEqual([false])
    expect(wish()).toBe(false)
    await answer(OK)
    expect(wish()).toBeNull()
  })

  test('counts while the consent is under way, and is sent once that has settled', async () => {
    const { press, sends, asked, wish, answer } = setUp()
    press(true)
    press(false)
    expect(sends()).toBe(false)
    expect(wish()).toBe(false)
    expect(asked).toEqual([true])
    await answer(OK)
    expect(asked).toEqual([true, false])
    await answer(OK)
    expect(sends()).toBe(false)
    expect(wish()).toBeNull()
  })

  test.each(['UNAVAILABLE', 'CONFLICT', 'RATE_LIMITED', 'INTERNAL'])(
    'is repeated after %s until the server has it',
    async (code) => {
      const { press, sends, asked, wish, answer, advance, toasts } = setUp()
      press(false)
      await answer(refused(code))
      expect(wish()).toBe(false)
      advance(AGAIN_MS)
      expect(asked).toEqual([false, false])
      await answer(OK)
      expect(wish()).toBeNull()
      advance(10 * AGAIN_MS)
      expect(asked).toHaveLength(2)
      expect(sends()).toBe(false)
      expect(toasts).toEqual([])
    },
  )

  test.each(['NOT_SEATED', 'NOT_WATCHABLE'])('is over after %s', async (code) => {
    const { press, asked, wish, answer, advance } = setUp()
    press(false)
    await answer(refused(code))
    advance(10 * AGAIN_MS)
    expect(asked).toHaveLength(1)
    expect(wish()).toBeNull()
  })

  test('is over with the connection', async () => {
    const { press, asked, answer, advance, close } = setUp()
    press(false)
    close()
    await answer(refused('UNAVAILABLE'))
    advance(10 * AGAIN_MS)
    expect(asked).toHaveLength(1)
  })

  test('stops this browser when the page knows of no room', () => {
    const { outsideRoom, sends, asked } = setUp()
    outsideRoom()
    expect(sends()).toBe(false)
    expect(asked).toEqual([])
  })
})

describe('a press to allow', () => {
  test('replaces a withdrawal that waits for its repeat', async () => {
    const { press, sends, asked, answer, advance } = setUp()
    press(false)
    await answer(refused('UNAVAILABLE'))
    press(true)
    expect(sends()).toBe(true)
    await answer(OK)
    advance(10 * AGAIN_MS)
    expect(asked).toEqual([false, true])
  })

  test('is not repeated, and says why it failed', async () => {
    const { press, asked, wish, answer, advance, toasts } = setUp()
    press(true)
    await answer(refused('UNAVAILABLE'))
    advance(10 * AGAIN_MS)
    expect(asked).toEqual([true])
    expect(wish()).toBeNull()
    expect(toasts).toEqual(['UNAVAILABLE'])
  })
})

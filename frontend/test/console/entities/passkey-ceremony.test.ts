import { describe, expect, test } from '@jest/globals'
import { PASSKEY_CHALLENGE_MS } from '@kla/proto/web'
import { ceremonyProblem, createCeremonies } from '../../../src/console/entities/passkey-ceremony.js'

const named = (name: string) => Object.assign(new Error(name), { name })
const problemOf = (error: unknown) => `refused: ${JSON.stringify(error)}`

/** A browser whose prompt ends as given, or when it is called off, at a clock of the test. */
function browser(prompt: 'never' | { use: object } | { fails: Error }, tookMs = 0) {
  let nowMs = 0
  let timers: { at: number; run: () => void }[] = []
  let callOff = (): void => undefined
  const ends = (): Promise<never> => {
    nowMs += tookMs
    if (prompt === 'never') return new Promise<never>((_, reject) => (callOff = () => reject(named('AbortError'))))
    return 'use' in prompt ? Promise.resolve(prompt.use as never) : Promise.reject(prompt.fails)
  }
  const ceremonies = createCeremonies({
    load: () =>
      Promise.resolve({
        startAuthentication: ends,
        startRegistration: ends,
        WebAuthnAbortService: {
          createNewAbortSignal: () => new AbortController().signal,
          cancelCeremony: () => callOff(),
        },
      }),
    clock: {
      now: () => nowMs,
      after: (delayMs, run) => {
        const timer = { at: nowMs + delayMs, run }
        timers.push(timer)
        return () => (timers = timers.filter((one) => one !== timer))
      },
    },
  })
  return {
    ceremonies,
    timers: () => timers.length,
    pass: (ms: number) => {
      nowMs += ms
      for (const { at, run } of timers) if (at <= nowMs) run()
    },
  }
}

const begin = (options: Record<string, unknown> = {}) => Promise.resolve({ data: { id: 'c1', options } })
const accept = (proof: unknown) => Promise.resolve({ data: proof })
const settled = () => new Promise((resolve) => setTimeout(resolve, 0))

describe('a ceremony', () => {
  test('sends the credential with the id of its challenge', async () => {
    const { ceremonies, timers } = browser({ use: { id: 'key' } })
    expect(await ceremonies.use({ begin, finish: accept, problemOf })).toEqual({
      kind: 'done',
      answer: { id: 'c1', credential: { id: 'key' } },
    })
    expect(timers()).toBe(0)
  })

  test('is cancelled by the person without a problem', async () => {
    const { ceremonies } = browser({ fails: named('NotAllowedError') })
    expect(await ceremonies.make({ begin, finish: accept, problemOf })).toEqual({ kind: 'cancelled' })
  })

  test('is cancelled with the confirmation that one of its calls needs', async () => {
    const { ceremonies } = browser({ use: { id: 'key' } })
    const refused = () =>
      Promise.resolve({ error: { status: 403, data: { code: 'STEP_UP_REQUIRED', error: 'Not done.' } } })
    expect(await ceremonies.make({ begin: refused, finish: accept, problemOf })).toEqual({ kind: 'cancelled' })
    expect(await ceremonies.make({ begin, finish: refused, problemOf })).toEqual({ kind: 'cancelled' })
  })

  test("passes the server's refusal of either call on", async () => {
    const { ceremonies } = browser({ use: { id: 'key' } })
    const refused = () => Promise.resolve({ error: { status: 429 } })
    const failed = { kind: 'failed', problem: 'refused: {"status":429}' }
    expect(await ceremonies.use({ begin: refused, finish: accept, problemOf })).toEqual(failed)
    expect(await ceremonies.use({ begin, finish: refused, problemOf })).toEqual(failed)
  })

  test('ends when its challenge does', async () => {
    const { ceremonies, pass } = browser('never')
    const used = ceremonies.use({ begin, finish: accept, problemOf })
    await settled()
    pass(PASSKEY_CHALLENGE_MS)
    expect(await used).toEqual({ kind: 'failed', problem: 'That took too long. Try again.' })
  })

  test("tells the browser's own expiry from a cancellation", async () => {
    const timeout = 60_000
    const expired = browser({ fails: named('NotAllowedError') }, timeout)
    expect(await expired.ceremonies.use({ begin: () => begin({ timeout }), finish: accept, problemOf })).toEqual({
      kind: 'failed',
      problem: 'That took too long. Try again.',
    })
    const cancelled = browser({ fails: named('NotAllowedError') }, timeout - 1)
    expect(await cancelled.ceremonies.use({ begin: () => begin({ timeout }), finish: accept, problemOf })).toEqual({
      kind: 'cancelled',
    })
  })
})

describe('ceremonyProblem', () => {
  test.each([
    ['InvalidStateError', /already has a passkey/],
    ['ConstraintError', /Set a PIN/],
    ['SecurityError', /at its usual address/],
    ['PartMissing', /Check your connection/],
    ['UnknownError', /Try again/],
  ])('says what to do after %s', (name, words) => {
    expect(ceremonyProblem(named(name), false)).toMatch(words)
  })

  test('has words for anything thrown', () => {
    expect(ceremonyProblem(null, false)).toMatch(/Try again/)
    expect(ceremonyProblem('toString', false)).toMatch(/Try again/)
  })
})

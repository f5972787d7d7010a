import { expect, test } from '@jest/globals'
import { createStillsUpload } from '../../../src/entities/reports/stills-upload.js'
import { settle } from '../../settle.js'
import { manualClock } from '../../shared/realtime/manual-clock.js'

const STILLS = [{ takenAtMs: 1, still: Uint8Array.of(1), patch: Uint8Array.of(2) }]
const URL_OF_PLACE = '/report/evidence/token-of-the-place'
type Outcome = 'sent' | 'refused' | 'failed'

function place(outcomes: (Outcome | Error)[], openMs = 600_000) {
  const { clock, advance } = manualClock()
  const tries: { url: string; token: string }[] = []
  let sealed = 0
  let goOnline = () => {}
  const uploadStills = createStillsUpload({
    async seal({ token }) {
      sealed += 1
      return new TextEncoder().encode(token)
    },
    async put(url, envelope) {
      tries.push({ url, token: new TextDecoder().decode(envelope) })
      const outcome = outcomes.shift() ?? 'failed'
      if (outcome instanceof Error) throw outcome
      return outcome
    },
    clock,
    onOnline(run) {
      goOnline = run
      return () => (goOnline = () => {})
    },
  })
  const until = new Date(clock.now() + openMs).toISOString()
  const job = uploadStills({ url: URL_OF_PLACE, until, content: 'stills' }, 'key', STILLS)
  const wait = async (ms: number) => {
    await settle()
    advance(ms)
    await settle()
  }
  return { job, tries, wait, sealed: () => sealed, goOnline: () => goOnline() }
}

test('seals once for the token of the place, and sends', async () => {
  const { job, tries, wait } = place(['sent'])
  expect(job.get().state).toBe('sending')
  await wait(0)
  expect(job.get().state).toBe('sent')
  expect(tries).toEqual([{ url: URL_OF_PLACE, token: 'token-of-the-place' }])
})

test('tries three times, then keeps the pictures until asked again', async () => {
  const { job, tries, wait, sealed } = place(['failed', new TypeError('offline'), 'failed', 'sent'])
  await wait(2_000)
  await wait(8_000)
  expect(tries).toHaveLength(3)
  expect(job.get().state).toBe('waiting')
  await wait(60_000)
  expect(tries).toHaveLength(3)
  job.tryAgain()
  await wait(0)
  expect(job.get().state).toBe('sent')
  expect(sealed()).toBe(1)
})

test('continues automatically when the browser is online again', async () => {
  const { job, wait, goOnline } = place(['failed', 'failed', 'failed', 'sent'])
  await wait(2_000)
  await wait(8_000)
  goOnline()
  await wait(0)
  expect(job.get().state).toBe('sent')
})

test('gives up once the place refuses them', async () => {
  const { job, tries, wait, goOnline } = place(['refused', 'sent'])
  await wait(0)
  expect(job.get().state).toBe('lost')
  job.tryAgain()
  goOnline()
  await wait(60_000)
  expect(tries).toHaveLength(1)
})

test('gives up once the place has closed', async () => {
  const { job, tries, wait } = place(['failed', 'sent'], 1_000)
  await wait(2_000)
  expect(job.get().state).toBe('lost')
  expect(tries).toHaveLength(1)
})

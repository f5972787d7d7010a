import { expect, test } from '@jest/globals'
import type { WaitingCall } from '../../../src/ws/overload/admission-queue.js'
import { Admission } from '../../../src/ws/overload/admission.js'

const RETURNING = 20_000
/** The grace of so many seats, lost at once. */
const GRACE_MS = 90_000

/** Events at their virtual times, which are never before the present. */
function createVirtualTime() {
  const due: { readonly atMs: number; readonly run: () => void }[] = []
  const time = {
    nowMs: 0,
    /** In ascending order of time, as the service ends its calls. */
    at: (atMs: number, run: () => void): void => void due.push({ atMs, run }),
    async pass(): Promise<void> {
      for (let next = due.shift(); next; next = due.shift()) {
        time.nowMs = next.atMs
        next.run()
        // Settles its answer and the calls that this admits.
        for (let turn = 0; turn < 8; turn++) await Promise.resolve()
      }
    },
  }
  return time
}

test.each([
  ['that serves 300 calls a second', 300],
  ['that serves 2,000 calls a second', 2_000],
])(
  'Admission admits 20,000 returning players to a service %s within their grace, without late calls',
  async (_, perSecond) => {
    const time = createVirtualTime()
    const { entries } = new Admission({
      metrics: { admissionsRefused: { inc: () => undefined } },
      now: () => time.nowMs,
    })
    let freeAtMs = 0
    let slowestMs = 0
    let seated = 0
    const resume = async (): Promise<void> => {
      const askedAtMs = time.nowMs
      freeAtMs = Math.max(freeAtMs, time.nowMs) + 1_000 / perSecond
      await new Promise<void>((resolve) => time.at(freeAtMs, resolve))
      slowestMs = Math.max(slowestMs, time.nowMs - askedAtMs)
      seated += 1
    }
    const answers = Array.from({ length: RETURNING }, (_, index) => {
      const owner = { exits: 0, waitingCalls: new Set<WaitingCall>(), event: () => undefined }
      const turn = { network: `network ${index % 15_000}`, accountId: index }
      return entries.run({ owner, turn, rank: 'seated' }, resume)
    })
    await time.pass()
    await Promise.all(answers)
    expect(seated).toBe(RETURNING)
    expect(slowestMs).toBeLessThan(1_000)
    expect(time.nowMs).toBeLessThan(GRACE_MS)
    // The service was never idle.
    expect(time.nowMs).toBeLessThanOrEqual((RETURNING / perSecond) * 1_000 + 1)
  },
)

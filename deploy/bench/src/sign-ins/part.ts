import { signIn } from '@kla/bots'
import pLimit from 'p-limit'
import type { Part } from '../frame/part.js'
import { processesOf } from '../measure/machine.js'
import { dividedBy, total } from '../measure/numbers.js'
import { costOf, sharesOver, untilAtRest } from '../measure/rest.js'
import { openWindow } from '../measure/window.js'

interface SignInsSize {
  /** People who sign in before anything counts: engines compile hot code. */
  readonly warmPeople: number
  readonly people: number
  readonly restMs: number
}

const FULL: SignInsSize = { warmPeople: 300, people: 1_000, restMs: 4_000 }
const QUICK: SignInsSize = { warmPeople: 2, people: 4, restMs: 500 }

const AT_ONCE = 8
const SETTLE_WITHIN_MS = 90_000

/**
 * Measures what all processes use for a sign-in, the login provider's left out: both calls of the login, the age for a
 * first one, and the page's own account.
 */
export const signInsPart: Part = {
  name: 'sign-ins',
  async measure({ startPlatform, quick, say }) {
    const { warmPeople, people, restMs } = quick ? QUICK : FULL
    const platform = await startPlatform({ environment: { LOG_LEVEL: 'warn' } })
    try {
      const processes = await processesOf(platform)
      const faults: string[] = []
      const settle = async (): Promise<void> => {
        const fault = await untilAtRest(processes, SETTLE_WITHIN_MS)
        if (fault) faults.push(fault)
      }
      const signInAll = async (personas: readonly string[], confirmAge: boolean): Promise<void> => {
        await pLimit(AT_ONCE).map(personas, (persona) =>
          signIn(platform.url, persona, { confirmAge, showPersona: false }),
        )
      }
      const [warm, counted] = [personasOf('warm', warmPeople), personasOf('counted', people)]

      say(`Signing in ${warmPeople} people, twice, to warm up`)
      await signInAll(warm, true)
      await signInAll(warm, false)
      await settle()
      const close = await openWindow(platform)
      const idle = await sharesOver(processes, restMs)
      say(`Signing in ${people} people`)
      const first = dividedBy(await costOf(processes, idle, () => signInAll(counted, true)), people)
      await settle()
      say('Signing them in again')
      const again = dividedBy(await costOf(processes, idle, () => signInAll(counted, false)), people)
      faults.push(...(await close()))

      return {
        figures: [
          { name: 'CPU a first sign-in, all processes', unit: 'ms', value: total(first), most: 8 },
          { name: 'CPU a later sign-in, all processes', unit: 'ms', value: total(again) },
          ...['auth-1', 'postgres'].flatMap((process) => [
            { name: `CPU a first sign-in, ${process}`, unit: 'ms', value: first[process] ?? 0 },
            { name: `CPU a later sign-in, ${process}`, unit: 'ms', value: again[process] ?? 0 },
          ]),
        ],
        faults,
        amounts: { 'A first sign-in, ms of a processor': first, 'A later sign-in, ms of a processor': again },
        notes: [],
      }
    } finally {
      await platform.close()
    }
  },
}

const personasOf = (kind: string, count: number): string[] =>
  Array.from({ length: count }, (_, index) => `${kind} ${index}`)

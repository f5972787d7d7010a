import { KlaError } from '@kla/chassis'
import { hash, verify } from '@node-rs/argon2'
import type { PasscodeVerdict } from './rules/command.js'
import { isFull, seatOf, type Room } from '../shared/rules/room.js'
import type { Bars, PasscodeTries } from './account-store.js'
import { FairLimiter } from '../shared/concurrency.js'
import type { RoomsMetrics } from './metrics.js'
import type { SeatedElsewhere } from './sit-down.js'

/**
 * Argon2id for passcodes of rooms. It is the dearest thing that this service does, so it comes last: who could not sit
 * down anyhow is refused before (ALREADY_SEATED, BANNED_FROM_ROOMS,
 * AGE_NOT_CONFIRMED), an account may have 30 computed in a minute over
 * all pods (RATE_LIMITED), and what a pod computes at once is limited, in turns of accounts (ROOMS_BUSY).
 */
export interface Passcodes {
  /** The passcode of a room that the account opens, in its encoded form; empty for no passcode. */
  hash(accountId: number, roomId: string, passcode: string): Promise<string>
  /** Judges the passcode that came with a join, where it matters; counts the wrong ones. */
  judge(room: Room | undefined, accountId: number, passcode: string): Promise<PasscodeVerdict>
}

export interface PasscodesOptions {
  readonly tries: PasscodeTries
  readonly bars: Pick<Bars, 'closedBy'>
  readonly seatedElsewhere: SeatedElsewhere
  readonly metrics: Pick<RoomsMetrics, 'passcodes'>
}

// The smallest memory that OWASP recommends for argon2id: about 9 ms of a thread beside the event loop. A passcode
// guards a room for an hour, not an account for years.
const PARAMETERS = { memoryCost: 7_168, timeCost: 5, parallelism: 1 }
// Two of the four threads that Node has for such work; the last in the queue waits a third of a second.
const LIMITS = { atOnce: 2, waitingPerKey: 4, waiting: 64 }

export function createPasscodes({ tries, bars, seatedElsewhere, metrics }: PasscodesOptions): Passcodes {
  const limiter = new FairLimiter<number>(LIMITS)

  const assertMaySit = async (accountId: number, roomId: string): Promise<void> => {
    const [closed, elsewhere] = await Promise.all([bars.closedBy(accountId), seatedElsewhere(accountId, roomId)])
    if (closed) throw new KlaError(closed === 'ban' ? 'BANNED_FROM_ROOMS' : 'AGE_NOT_CONFIRMED')
    if (elsewhere) throw new KlaError('ALREADY_SEATED')
  }

  const compute = async <T>(accountId: number, argon2: () => Promise<T>): Promise<T> => {
    if (!(await tries.spendComputation(accountId))) throw new KlaError('RATE_LIMITED')
    metrics.passcodes.inc()
    return argon2()
  }

  return {
    async hash(accountId, roomId, passcode) {
      if (passcode === '') return ''
      // Looked at when its turn comes: of many at once, the first may have sat down meanwhile.
      return limiter.run(accountId, async () => {
        await assertMaySit(accountId, roomId)
        return compute(accountId, () => hash(passcode, PARAMETERS))
      })
    },
    async judge(room, accountId, passcode) {
      if (!room || room.passcodeHash === '' || seatOf(room, accountId) || isFull(room)) return 'unjudged'
      if (room.reservedFor.length > 0 && !room.reservedFor.includes(accountId)) return 'unjudged'
      if (passcode === '') return 'missing'
      await assertMaySit(accountId, room.id)
      // Spent before the look, so that a burst of guesses gets no more looks than a slow series.
      if (!(await tries.spend(room.id, accountId))) return 'too-many'
      const giveBack = (): Promise<void> => tries.giveBack(room.id, accountId)
      const right = await limiter
        .run(accountId, () => compute(accountId, () => verify(room.passcodeHash, passcode)))
        .catch(async (error: unknown) => {
          await giveBack()
          throw error
        })
      if (!right) return 'wrong'
      await giveBack()
      return 'right'
    },
  }
}

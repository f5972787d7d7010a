import { KlaError, type Refused } from '@kla/chassis'
import type { Reason } from '@kla/proto/web'
import { hash, verify } from '@node-rs/argon2'
import { FairLimiter } from '../shared/concurrency.js'
import { refuse } from '../shared/rules/input.js'
import { isFull, type Room, seatOf } from '../shared/rules/room.js'
import type { FindRoomsRefusal, PasscodeTries } from './account-store.js'
import type { RoomsMetrics } from './metrics.js'
import type { PasscodeVerdict } from './rules/command.js'
import type { IsSeatedElsewhere } from './take-seat.js'

/** Expensive Argon2id runs last, 30 times a minute per account, fairly. */
export interface Passcodes {
  /**
   * Returns the encoded hash, empty for no passcode, or why the account may not sit: a concurrent call, perhaps a
   * repeat, may have taken a seat.
   */
  hash(accountId: number, roomId: string, passcode: string): Promise<string | Refused>
  check(room: Room | undefined, accountId: number, passcode: string): Promise<PasscodeVerdict>
}

export interface PasscodesDeps {
  readonly tries: PasscodeTries
  readonly findRefusal: FindRoomsRefusal
  readonly isSeatedElsewhere: IsSeatedElsewhere
  readonly metrics: Pick<RoomsMetrics, 'passcodes'>
}

// OWASP's smallest memory, about 9 ms: rooms last an hour.
const PARAMETERS = { memoryCost: 7_168, timeCost: 5, parallelism: 1 }
// Two of Node's four worker threads; queues last a third of a second.
const LIMITS = { concurrency: 2, waitingPerKey: 4, waiting: 64 }

export function createPasscodes({ tries, findRefusal, isSeatedElsewhere, metrics }: PasscodesDeps): Passcodes {
  const limiter = new FairLimiter<number>(LIMITS)

  return {
    async hash(accountId, roomId, passcode) {
      if (passcode === '') return ''
      // A concurrent call may have taken a seat.
      return limiter.run(accountId, async () => {
        const refused = await whyNotSit(accountId, roomId)
        return refused ? refuse(refused) : compute(accountId, () => hash(passcode, PARAMETERS))
      })
    },
    async check(room, accountId, passcode) {
      if (!room || room.passcodeHash === '' || seatOf(room, accountId) || isFull(room)) return 'unchecked'
      if (room.reservedFor.length > 0 && !room.reservedFor.includes(accountId)) return 'unchecked'
      if (passcode === '') return 'missing'
      const refused = await whyNotSit(accountId, room.id)
      if (refused) throw new KlaError(refused)
      // Spent first, against concurrent guesses.
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

  async function whyNotSit(accountId: number, roomId: string): Promise<Reason | undefined> {
    const [refusal, elsewhere] = await Promise.all([findRefusal(accountId), isSeatedElsewhere(accountId, roomId)])
    return refusal ?? (elsewhere ? 'ALREADY_SEATED' : undefined)
  }

  async function compute<T>(accountId: number, argon2: () => Promise<T>): Promise<T> {
    if (!(await tries.spendComputation(accountId))) throw new KlaError('RATE_LIMITED')
    metrics.passcodes.inc()
    return argon2()
  }
}

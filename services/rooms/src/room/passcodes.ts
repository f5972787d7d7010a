import { hash, verify } from '@node-rs/argon2'
import type { PasscodeVerdict } from '../domain/command.js'
import { isFull, seatOf, type Room } from '../domain/room.js'
import type { PasscodeTries } from '../store/passcode-tries.js'

export interface Passcodes {
  /** Argon2id in its encoded form; empty for no passcode. */
  hash(passcode: string): Promise<string>
  /** Judges the passcode that came with a join, where it matters; counts the wrong ones. */
  judge(room: Room | undefined, accountId: number, passcode: string): Promise<PasscodeVerdict>
}

// The smallest memory that OWASP recommends for argon2id: about 9 ms of a thread beside the event loop. A passcode
// guards a room for an hour, not an account for years.
const PARAMETERS = { memoryCost: 7_168, timeCost: 5, parallelism: 1 }

export const createPasscodes = ({ tries }: { tries: PasscodeTries }): Passcodes => ({
  hash: async (passcode) => (passcode === '' ? '' : hash(passcode, PARAMETERS)),
  async judge(room, accountId, passcode) {
    if (!room || room.passcodeHash === '' || seatOf(room, accountId) || isFull(room)) return 'unjudged'
    if (passcode === '') return 'missing'
    // Spent before the look, so that a burst of guesses gets no more looks than a slow series.
    if (!(await tries.spend(room.id, accountId))) return 'too-many'
    if (!(await verify(room.passcodeHash, passcode))) return 'wrong'
    await tries.giveBack(room.id, accountId)
    return 'right'
  },
})

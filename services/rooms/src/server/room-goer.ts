import { isRestricted, KlaError, type Call, type Principal } from '@kla/chassis'
import type { BanScope } from '@kla/proto/web'

const ROOMS: BanScope = 'rooms'

/** Who calls, if rooms are open to them. Throws BANNED, BANNED_FROM_ROOMS or NOT_SIGNED_IN. */
export async function roomGoer(call: Call, nowMs: number): Promise<Principal> {
  const principal = await call.principal()
  if (isRestricted(principal, ROOMS, nowMs)) throw new KlaError('BANNED_FROM_ROOMS')
  return principal
}

/** The same, if their age is confirmed. Throws AGE_NOT_CONFIRMED as well. */
export async function adultRoomGoer(call: Call, nowMs: number): Promise<Principal> {
  const principal = await roomGoer(call, nowMs)
  if (!principal.ageConfirmed) throw new KlaError('AGE_NOT_CONFIRMED')
  return principal
}

import { type Call, isRestricted, KlaError, type Principal } from '@kla/chassis'
import type { Connection as Given } from '@kla/proto'
import type { BanScope } from '@kla/proto/web'
import { isAccountId } from './rules/input.js'
import type { Connection, Person } from './rules/room.js'

/** The connection of a request. Throws INVALID_FIELD if it names no socket or no gateway. */
export function connectionOf(given: Given | undefined): Connection {
  if (!given || given.socketId === '' || given.gatewayId === '') {
    throw new KlaError('INVALID_FIELD', 'A seat needs a connection.')
  }
  return { socketId: given.socketId, gatewayId: given.gatewayId }
}

/** What a room keeps of who sits in it. */
export const personOf = ({ accountId, username, discordId, avatar }: Principal): Person => ({
  accountId,
  username,
  discordId,
  avatar,
})

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

/** An account's id as it came. Throws INVALID_FIELD if it can be none. */
export function accountIdOf(given: number): number {
  if (!isAccountId(given)) throw new KlaError('INVALID_FIELD', 'There is no such person.')
  return given
}

import { type Call, isRestricted, KlaError, type Principal } from '@kla/chassis'
import type { Connection as ConnectionMessage } from '@kla/proto'
import type { BanScope } from '@kla/proto/web'
import { isAccountId } from './rules/input.js'
import type { Connection, Person } from './rules/room.js'

/** Throws INVALID_FIELD without both ids. */
export function connectionOf(given: ConnectionMessage | undefined): Connection {
  if (!given || given.socketId === '' || given.gatewayId === '') {
    throw new KlaError('INVALID_FIELD', 'A seat needs a connection.')
  }
  return { socketId: given.socketId, gatewayId: given.gatewayId }
}

/** Throws INVALID_FIELD unless positive. */
export function accountIdOf(given: number): number {
  if (!isAccountId(given)) throw new KlaError('INVALID_FIELD', "We can't find that account.")
  return given
}

export const personOf = ({ accountId, username, discordId, avatar, nameRevision, alias }: Principal): Person => ({
  accountId,
  username,
  discordId,
  avatar,
  ...(alias === undefined ? {} : { alias }),
  ...(nameRevision === undefined ? {} : { nameRevision }),
})

const ROOMS: BanScope = 'rooms'

/** Throws BANNED, BANNED_FROM_ROOMS or NOT_SIGNED_IN. */
export async function permittedPlayer(call: Call, nowMs: number): Promise<Principal> {
  const principal = await call.principal()
  if (isRestricted(principal, ROOMS, nowMs)) throw new KlaError('BANNED_FROM_ROOMS')
  return principal
}

/** Throws AGE_NOT_CONFIRMED as well. */
export async function permittedAdult(call: Call, nowMs: number): Promise<Principal> {
  const principal = await permittedPlayer(call, nowMs)
  if (!principal.ageConfirmed) throw new KlaError('AGE_NOT_CONFIRMED')
  return principal
}

import type { Principal } from '@kla/chassis'
import type { Person } from '../domain/room.js'

/** What a room keeps of who sits in it. */
export const personOf = ({ accountId, username, discordId, avatar }: Principal): Person => ({
  accountId,
  username,
  discordId,
  avatar,
})

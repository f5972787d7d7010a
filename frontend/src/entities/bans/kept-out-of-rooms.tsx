import { BAN_TITLES, untilWords } from './ban-words.js'
import type { OwnBan } from './bans.js'

/** Stands where a way into a room would be. Why, and how to appeal, is on every screen already. */
export const KeptOutOfRooms = ({ ban }: { ban: OwnBan }) => (
  <p>
    {BAN_TITLES[ban.scope]}, so this is closed to you. {untilWords(ban.expires_at)}
  </p>
)

import type { AllowSpectatorsCommand } from './command.js'
import { advance, refuse, unchanged, type Outcome } from './outcome.js'
import { seatOf, type Room } from './room.js'

/** One player's consent to spectators. Taken back, it takes them out with it. */
export function allowSpectators(room: Room | undefined, { accountId, allow }: AllowSpectatorsCommand): Outcome {
  if (!room) return refuse('ROOM_NOT_FOUND')
  if (!seatOf(room, accountId)) return refuse('NOT_SEATED')
  if (!room.tie) return refuse('NOT_WATCHABLE')
  if (room.spectatorConsents.includes(accountId) === allow) return unchanged(room)
  const others = room.spectatorConsents.filter((consenting) => consenting !== accountId)
  return advance({ ...room, spectatorConsents: allow ? [...others, accountId] : others })
}

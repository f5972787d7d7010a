import { isFull, type Person, type Room, type Seat } from '../../shared/rules/room.js'

/** Applies new names unless anyone met here could link the two. */
export function withNewNames(given: Room): Room {
  const room: Room = isFull(given) && !given.shared ? { ...given, shared: true } : given
  const renamed = room.seats.flatMap((seat) => seat.renamed ?? [])
  if (renamed.length === 0 || room.shared) return room
  const seats = room.seats.map(({ renamed: name, ...seat }): Seat => ({ ...seat, ...name }))
  return renamed.reduce(withCreator, { ...room, seats })
}

export function withCreator(room: Room, person: Person): Room {
  const { accountId, username, nameRevision = 0 } = person
  if (room.shared || room.creatorId !== accountId || nameRevision <= (room.creatorRevision ?? 0)) return room
  return { ...room, creator: username, creatorRevision: nameRevision }
}

export const isNewer = ({ nameRevision = 0 }: Person, known: Person): boolean =>
  nameRevision > (known.nameRevision ?? 0)

export const newestName = (person: Person, known: Person | undefined): Person =>
  known && isNewer(known, person) ? known : person

import type { PlayerAlias, Room } from '@kla/proto'

/** Maps account ids, which players never see, to aliases. */
export type ShownId = (accountId: number) => number

/** Returns the alias, or the id of an older account. */
export const shownIdOf = ({
  accountId,
  alias,
}: {
  readonly accountId: number
  readonly alias?: number | undefined
}): number => alias ?? accountId

const NO_ONE = 0

/** Maps players and spectators of a room to aliases. */
export const shownIdsIn = (room: Pick<Room, 'seats' | 'watchers'> | undefined): ShownId => {
  const present = [...(room?.seats ?? []), ...(room?.watchers ?? []).filter(({ judge }) => !judge)]
  return (accountId) => {
    const found = present.find((one) => one.accountId === accountId)
    return found ? shownIdOf(found) : NO_ONE
  }
}

/** Maps players of a battle, including those who left or returned under another name. */
export const shownIdsOf = (
  aliases: readonly PlayerAlias[],
  room: Pick<Room, 'seats' | 'watchers'> | undefined,
): ShownId => {
  const inRoom = shownIdsIn(room)
  if (aliases.length === 0) return (accountId) => inRoom(accountId) || accountId
  return (accountId) => aliases.find((one) => one.accountId === accountId)?.alias ?? inRoom(accountId)
}

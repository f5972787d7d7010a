import type { PlayerAlias, Room } from '@kla/proto'

/** Maps account ids, which players never see, to aliases. */
export type ShownId = (accountId: number) => number

/** Returns the alias; accounts and services that predate aliases have only the id. */
export const shownIdOf = ({
  accountId,
  alias,
}: {
  readonly accountId: number
  readonly alias?: number | undefined
}): number => alias ?? accountId

const NO_ONE = 0

/** Maps players and spectators of a room to the aliases they joined with. */
export const shownIdsIn = (room: Pick<Room, 'seats' | 'watchers'> | undefined): ShownId => {
  // A judge has no account.
  const present = [...(room?.seats ?? []), ...(room?.watchers ?? []).filter(({ judge }) => !judge)]
  return (accountId) => {
    const found = present.find((one) => one.accountId === accountId)
    return found ? shownIdOf(found) : NO_ONE
  }
}

/** Maps players of a battle, including one who has left or returned under another name. */
export const shownIdsOf = (
  aliases: readonly PlayerAlias[],
  room: Pick<Room, 'seats' | 'watchers'> | undefined,
): ShownId => {
  const inRoom = shownIdsIn(room)
  // An older engine sends no aliases.
  if (aliases.length === 0) return (accountId) => inRoom(accountId) || accountId
  return (accountId) => aliases.find((one) => one.accountId === accountId)?.alias ?? inRoom(accountId)
}

import type { PlayerAlias, Room } from '@kla/proto'

/** What others know an account by: its alias. Account ids reach no player. */
export type ShownId = (accountId: number) => number

/** Without an alias it is the account id: of an account, or a service, from before there were any. */
export const shownIdOf = ({ accountId, alias }: { readonly accountId: number; readonly alias?: number | undefined }): number =>
  alias ?? accountId

const NO_ONE = 0

/** Of the players and spectators of a room, by the names under which they sit there. */
export const shownIdsIn = (room: Pick<Room, 'seats' | 'watchers'> | undefined): ShownId => {
  // A judge has no account.
  const present = [...(room?.seats ?? []), ...(room?.watchers ?? []).filter(({ judge }) => !judge)]
  return (accountId) => {
    const found = present.find((one) => one.accountId === accountId)
    return found ? shownIdOf(found) : NO_ONE
  }
}

/** Of the players of a battle, also of one who has left, or is back under another name. */
export const shownIdsOf = (aliases: readonly PlayerAlias[], room: Pick<Room, 'seats' | 'watchers'> | undefined): ShownId => {
  const inRoom = shownIdsIn(room)
  // Of an engine from before there were aliases.
  if (aliases.length === 0) return (accountId) => inRoom(accountId) || accountId
  return (accountId) => aliases.find((one) => one.accountId === accountId)?.alias ?? inRoom(accountId)
}

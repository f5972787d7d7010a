import { InviteButton } from '../controls/invite-button.js'
import { NextButton } from '../controls/next-button.js'
import { useReporting } from '../reporting/reporting-context.js'
import { useRoom } from '../state/use-room.js'
import { Blank } from '../../../entities/stage/blank.js'

/** Where the other player will be, or was. */
export function FreeCorner() {
  const { about: opponent } = useReporting()
  const open = useRoom(({ about }) => about?.origin === 'lobby')
  if (open) {
    return (
      <Blank>
        <p>Nobody is in the other corner yet.</p>
        <InviteButton variant="primary" />
      </Blank>
    )
  }
  return (
    <Blank>
      <p>{opponent === null ? 'The other player is not here.' : `${opponent.username} has left.`}</p>
      <NextButton variant="primary" />
    </Blank>
  )
}

import { InviteButton } from '../controls/invite-button.js'
import { NextButton } from '../controls/next-button.js'
import { useReporting } from '../reporting/reporting-context.js'
import { useRoom } from '../state/use-room.js'
import { Blank } from './blank.js'

/** Where the other player will be, or was. */
export function FreeCorner() {
  const { about } = useReporting()
  const matched = useRoom(({ about }) => about?.origin === 'match')
  if (matched) {
    return (
      <Blank>
        <p>{about === null ? 'The other player is on the way.' : `${about.username} has left.`}</p>
        <NextButton variant="primary" />
      </Blank>
    )
  }
  return (
    <Blank>
      <p>Nobody is in the other corner yet.</p>
      <InviteButton variant="primary" />
    </Blank>
  )
}

import { InviteButton } from '../controls/invite-button.js'
import { Blank } from './blank.js'

/** Where the other player will be. */
export function FreeCorner() {
  return (
    <Blank>
      <p>Nobody is in the other corner yet.</p>
      <InviteButton variant="primary" />
    </Blank>
  )
}

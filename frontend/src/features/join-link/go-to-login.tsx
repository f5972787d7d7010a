import { useEffect } from 'react'
import { Spinner } from '../../components/ui/spinner.js'
import { invitePath } from '../../lib/rooms/invite-path.js'
import type { RoomKey } from '../../lib/rooms/room-key.js'
import { loginPath } from '../../lib/session/login-path.js'
import { Invitation } from './invitation.js'

/** Sends a visitor to the login, which comes back to this very invitation. */
export const GoToLogin = ({ room }: { room: RoomKey }) => {
  const address = loginPath(invitePath(room))
  useEffect(() => window.location.replace(address), [address])
  return (
    <Invitation
      status={
        <>
          <Spinner /> Taking you to the login…
        </>
      }
    />
  )
}

import { useEffect } from 'react'
import { Spinner } from '../../shared/ui/spinner.js'
import { arrival } from '../../entities/room/arrival.js'
import { invitePath } from '../../entities/room/invite-path.js'
import type { RoomKey } from '../../entities/room/room-key.js'
import { loginPath } from '../../entities/session/login-path.js'
import { Invitation } from './invitation.js'

interface GoToLoginProps {
  room: RoomKey
  /** Whether the invitation goes on by itself after the login, as it would have without one. */
  goesOn: boolean
}

/** Sends a visitor to the login, which comes back to this very invitation. */
export const GoToLogin = ({ room, goesOn }: GoToLoginProps) => {
  const backTo = invitePath(room)
  useEffect(() => {
    if (goesOn) arrival().comesBackTo(backTo)
    window.location.replace(loginPath(backTo))
  }, [goesOn, backTo])
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

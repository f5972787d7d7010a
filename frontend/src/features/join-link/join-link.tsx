import { useEffect, useMemo, useState } from 'react'
import { Link, useLocation, useSearchParams } from 'react-router'
import { arrival } from '../../entities/room/arrival.js'
import { invitePath, readInvite, type RoomKey } from '../../entities/room/room-key.js'
import { loginPath } from '../../entities/session/login-path.js'
import { useSession } from '../../entities/session/use-session.js'
import { useTitle } from '../../shared/browser/use-title.js'
import { PATHS } from '../../shared/config/paths.js'
import { Button, buttonClass } from '../../shared/ui/button.js'
import { EmptyState } from '../../shared/ui/empty-state.js'
import { Spinner } from '../../shared/ui/spinner.js'
import { askForCamera, recordCameraPermission } from './camera-permission.js'
import { AtTheDoor } from './door-part.js'
import { Invitation } from './invitation.js'

/**
 * Proceeds by itself if the player opened it, and waits for a press where another site may have. The shell holds it
 * back until the age is confirmed.
 */
export const JoinLink = ({ onReady }: { onReady: (room: RoomKey) => void }) => {
  useTitle('Invitation')
  const [query] = useSearchParams()
  const room = useMemo(() => readInvite(query), [query])
  const { status, user } = useSession()
  const { key } = useLocation()
  const goesOn = arrival().goesOnByItself(key)
  const [pressed, setPressed] = useState(false)

  if (!room) return <BrokenInvite />
  if (user && !goesOn && !pressed) {
    return <AtTheDoor room={room} onGoIn={(asked) => (asked ? onReady(room) : setPressed(true))} />
  }
  if (user) return <PrepareCamera room={room} onReady={onReady} />
  // The shell reports that the server cannot be reached.
  return status === 'ready' ? <GoToLogin room={room} goesOn={goesOn} /> : <Invitation />
}

const BrokenInvite = () => {
  useEffect(() => console.error('The join link names no room'), [])
  return (
    <EmptyState
      wholeScreen
      icon="link"
      title="This invitation names no room"
      action={
        <Link className={buttonClass({ variant: 'primary' })} to={PATHS.gameroom}>
          See the open rooms
        </Link>
      }
    >
      Ask for the link again, or look for the room in the lobby.
    </EmptyState>
  )
}

interface GoToLoginProps {
  room: RoomKey
  goesOn: boolean
}

const GoToLogin = ({ room, goesOn }: GoToLoginProps) => {
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

interface PrepareCameraProps {
  room: RoomKey
  onReady: (room: RoomKey) => void
}

/** Gets the camera prompt answered before the room. No answer blocks anything. */
const PrepareCamera = ({ room, onReady }: PrepareCameraProps) => {
  useEffect(() => {
    let here = true
    void askForCamera(navigator.mediaDevices).then((permission) => {
      recordCameraPermission(permission)
      if (here) onReady(room)
    })
    return () => {
      here = false
    }
  }, [room, onReady])

  return (
    <Invitation
      status={
        <>
          <Spinner /> Preparing camera… waiting for permission prompt…
        </>
      }
    >
      <Button variant="quiet" onClick={() => onReady(room)}>
        Go in without waiting
      </Button>
    </Invitation>
  )
}

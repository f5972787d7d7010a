import { type ReactNode, useEffect, useMemo, useState } from 'react'
import { useLocation, useNavigate, useSearchParams } from 'react-router'
import { pageEntry } from '../../entities/room/page-entry.js'
import { invitePath, readInvite, type RoomKey } from '../../entities/room/room-key.js'
import { isUnveiled, type RoomLook, useRoomLook } from '../../entities/room/room-look.js'
import { loginPath } from '../../entities/session/login-path.js'
import { useSession } from '../../entities/session/use-session.js'
import { useTitle } from '../../shared/browser/use-title.js'
import { PATHS } from '../../shared/config/paths.js'
import { canConnect } from '../../shared/rtc/can-connect.js'
import { Button } from '../../shared/ui/button.js'
import { Spinner } from '../../shared/ui/spinner.js'
import { askForCamera, recordCameraPermission } from './camera-permission.js'
import { EntryPage } from './entry-page-part.js'
import { Invitation } from './invitation.js'
import { reasonFromLook, type Unavailable } from './unavailable.js'
import { RoomUnavailable } from './unavailable-part.js'

type OnReady = (room: RoomKey, agreed: boolean) => void

interface JoinLinkProps {
  onReady: OnReady
  onUnavailable: (unavailable: Unavailable) => void
}

/** Handles an invitation once the age is confirmed. */
export const JoinLink = ({ onReady, onUnavailable }: JoinLinkProps) => {
  useTitle('Invitation')
  const [query] = useSearchParams()
  const room = useMemo(() => readInvite(query), [query])
  const { status, user } = useSession()
  const { key } = useLocation()
  const autoContinues = pageEntry().opensWithoutPress(key)

  if (!room) return <BrokenInvite />
  if (user) return <Entry room={room} autoContinues={autoContinues} onReady={onReady} onUnavailable={onUnavailable} />
  // The shell reports that the server cannot be reached.
  return status === 'ready' ? <GoToLogin room={room} autoContinues={autoContinues} /> : <Invitation />
}

const waiting = (words: string): ReactNode => (
  <>
    <Spinner /> {words}
  </>
)

interface EntryProps extends JoinLinkProps {
  room: RoomKey
  autoContinues: boolean
}

/**
 * Enters a veiled room automatically if the player opened it. Otherwise waits for a press: another site may have opened
 * it, video would start at once, or the browser cannot connect players.
 */
const Entry = ({ room, autoContinues, onReady, onUnavailable }: EntryProps) => {
  const look = useRoomLook(room.roomId)
  const [agreed, setAgreed] = useState<boolean>()
  const [connects] = useState(canConnect)
  const pressed = agreed !== undefined
  const why = pressed ? null : reasonFromLook(look, 'invitation')
  useEffect(() => {
    if (why) onUnavailable({ room, why })
  }, [room, why, onUnavailable])
  if (why) return <Invitation />
  if (!pressed && (!autoContinues || isUnveiled(look) || !connects)) {
    const joinRoom = (asked: boolean, agrees: boolean) => (asked ? onReady(room, agrees) : setAgreed(agrees))
    return <EntryPage room={room} look={look} fromOtherSite={!autoContinues} onJoin={joinRoom} />
  }
  return <Prepare room={room} agreed={agreed === true} stage={pressed ? 'seen' : look.kind} onReady={onReady} />
}

interface PrepareProps {
  room: RoomKey
  agreed: boolean
  stage: RoomLook['kind']
  onReady: OnReady
}

/** Shows the camera prompt before the room; every answer continues. */
const Prepare = ({ room, agreed, stage, onReady }: PrepareProps) => {
  useEffect(() => {
    if (stage === 'looking') return
    if (stage === 'refused') return onReady(room, agreed)
    let here = true
    void askForCamera(navigator.mediaDevices).then((permission) => {
      recordCameraPermission(permission)
      if (here) onReady(room, agreed)
    })
    return () => {
      here = false
    }
  }, [room, agreed, stage, onReady])

  if (stage !== 'seen') return <Invitation status={waiting('Looking at the room…')} />
  return (
    <Invitation status={waiting('Preparing camera… waiting for permission prompt…')}>
      <Button variant="quiet" onClick={() => onReady(room, agreed)}>
        Join without waiting
      </Button>
    </Invitation>
  )
}

const NAMELESS = { why: 'nameless' } as const

const BrokenInvite = () => {
  const navigate = useNavigate()
  const seeRooms = () => void navigate(PATHS.gameroom)
  return <RoomUnavailable unavailable={NAMELESS} onJoin={seeRooms} onSeeRooms={seeRooms} />
}

interface GoToLoginProps {
  room: RoomKey
  autoContinues: boolean
}

const GoToLogin = ({ room, autoContinues }: GoToLoginProps) => {
  const backTo = invitePath(room)
  useEffect(() => {
    if (autoContinues) pageEntry().allowReturnTo(backTo)
    window.location.replace(loginPath(backTo))
  }, [autoContinues, backTo])
  return <Invitation status={waiting('Taking you to the login…')} />
}

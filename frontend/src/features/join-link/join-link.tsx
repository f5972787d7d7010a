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
import { AtTheDoor } from './door-part.js'
import { Invitation } from './invitation.js'
import { type Over, overAt } from './over.js'
import { InvitationOver } from './over-part.js'

/** `agreed`: the player agrees to be seen at once. */
type OnReady = (room: RoomKey, agreed: boolean) => void

interface Ways {
  onReady: OnReady
  /** The room is closed, or its host has left. */
  onOver: (over: Over) => void
}

/** The shell holds it back until the age is confirmed. */
export const JoinLink = ({ onReady, onOver }: Ways) => {
  useTitle('Invitation')
  const [query] = useSearchParams()
  const room = useMemo(() => readInvite(query), [query])
  const { status, user } = useSession()
  const { key } = useLocation()
  const goesOn = pageEntry().opensWithoutPress(key)

  if (!room) return <BrokenInvite />
  if (user) return <Entry room={room} goesOn={goesOn} onReady={onReady} onOver={onOver} />
  // The shell reports that the server cannot be reached.
  return status === 'ready' ? <GoToLogin room={room} goesOn={goesOn} /> : <Invitation />
}

const waiting = (words: string): ReactNode => (
  <>
    <Spinner /> {words}
  </>
)

interface EntryProps extends Ways {
  room: RoomKey
  /** True if the player opened the invitation. */
  goesOn: boolean
}

/**
 * Enters a veiled room automatically if the player opened it. Asks for neither camera nor seat before a press where
 * another site may have, where video would start at once, or where the browser cannot connect players.
 */
const Entry = ({ room, goesOn, onReady, onOver }: EntryProps) => {
  const look = useRoomLook(room.roomId)
  const [agreed, setAgreed] = useState<boolean>()
  const [connects] = useState(canConnect)
  const pressed = agreed !== undefined
  const why = pressed ? null : overAt(look, 'invitation')
  useEffect(() => {
    if (why) onOver({ room, why })
  }, [room, why, onOver])
  if (why) return <Invitation />
  if (!pressed && (!goesOn || isUnveiled(look) || !connects)) {
    const goIn = (asked: boolean, agrees: boolean) => (asked ? onReady(room, agrees) : setAgreed(agrees))
    return <AtTheDoor room={room} look={look} ledHere={!goesOn} onGoIn={goIn} />
  }
  return <Prepare room={room} agreed={agreed === true} stage={pressed ? 'seen' : look.kind} onReady={onReady} />
}

interface PrepareProps {
  room: RoomKey
  agreed: boolean
  stage: RoomLook['kind']
  onReady: OnReady
}

/**
 * Shows the camera prompt before the room; every answer leads on. Without a look, asking for the seat says why, and
 * needs no camera.
 */
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
  return <InvitationOver over={NAMELESS} onGoIn={seeRooms} onSeeRooms={seeRooms} />
}

interface GoToLoginProps {
  room: RoomKey
  goesOn: boolean
}

const GoToLogin = ({ room, goesOn }: GoToLoginProps) => {
  const backTo = invitePath(room)
  useEffect(() => {
    if (goesOn) pageEntry().allowReturnTo(backTo)
    window.location.replace(loginPath(backTo))
  }, [goesOn, backTo])
  return <Invitation status={waiting('Taking you to the login…')} />
}

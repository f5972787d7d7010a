import { type ReactNode, useEffect, useMemo, useState } from 'react'
import { useLocation, useNavigate, useSearchParams } from 'react-router'
import type { Readiness } from '../../entities/ready/get-ready.js'
import { Invitation } from '../../entities/ready/ready-page.js'
import { isReadyDue } from '../../entities/ready/shown-before.js'
import { pageEntry } from '../../entities/room/page-entry.js'
import { invitePath, readInvite, type RoomKey } from '../../entities/room/room-key.js'
import { isUnveiled, useRoomLook } from '../../entities/room/room-look.js'
import { loginPath } from '../../entities/session/login-path.js'
import { useSession } from '../../entities/session/use-session.js'
import { useTitle } from '../../shared/browser/use-title.js'
import { PATHS } from '../../shared/config/paths.js'
import { canConnect } from '../../shared/rtc/can-connect.js'
import { Spinner } from '../../shared/ui/spinner.js'
import { JOIN_LINK } from '../../texts/join-link.js'
import { Prepare, ReadyToJoin, RoomUnavailable } from './parts.js'
import { reasonFromLook, type Unavailable } from './unavailable.js'

/** `named`: the screen before a room has asked for the name. */
type OnReady = (room: RoomKey, how: { readonly agreed: boolean; readonly named: boolean }) => void

interface JoinLinkProps {
  onReady: OnReady
  onUnavailable: (unavailable: Unavailable) => void
}

/** Handles an invitation once the age is confirmed. */
export const JoinLink = ({ onReady, onUnavailable }: JoinLinkProps) => {
  useTitle(JOIN_LINK.pageTitle)
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
 * Enters a veiled room automatically if the player opened it and has been ready before. Otherwise waits for a press: it
 * is this browser's first room, another site may have opened it, video would start at once, or the browser cannot
 * connect players.
 */
const Entry = ({ room, autoContinues, onReady, onUnavailable }: EntryProps) => {
  const look = useRoomLook(room.roomId)
  const [agreed, setAgreed] = useState<boolean>()
  const [due] = useState(() => isReadyDue() || !canConnect())
  const opensAtPress = isUnveiled(look) || !autoContinues
  const pressed = agreed !== undefined
  const why = pressed ? null : reasonFromLook(look, 'invitation')
  useEffect(() => {
    if (why) onUnavailable({ room, why })
  }, [room, why, onUnavailable])
  useEffect(() => {
    // A part that loads after the press shows React's fallback for 300 ms.
    if (opensAtPress) Prepare.load().catch(() => undefined)
  }, [opensAtPress])
  if (why) return <Invitation />
  if (!pressed && (opensAtPress || due)) {
    const joinRoom = ({ asked, agreed: agrees }: Readiness) =>
      asked ? onReady(room, { agreed: agrees, named: true }) : setAgreed(agrees)
    return <ReadyToJoin look={look} fromOtherSite={!autoContinues} onJoin={joinRoom} />
  }
  const stage = pressed ? 'seen' : look.kind
  if (stage === 'looking') return <Invitation status={waiting(JOIN_LINK.looking)} />
  return <Prepare asks={stage === 'seen'} onReady={() => onReady(room, { agreed: agreed === true, named: pressed })} />
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
  return <Invitation status={waiting(JOIN_LINK.toLogin)} />
}

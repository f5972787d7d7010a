import { useCallback, useEffect, useState } from 'react'
import { useSelector } from 'react-redux'
import { Outlet, useLocation, useNavigate } from 'react-router'
import { selectTakingSeat } from '../entities/matching/match-slice.js'
import { pageEntry } from '../entities/room/page-entry.js'
import { readInvite, type RoomKey } from '../entities/room/room-key.js'
import { useRoomLook } from '../entities/room/room-look.js'
import { AtTheDoor } from '../features/join-link/door-part.js'
import { JoinLink } from '../features/join-link/join-link.js'
import { type Over, overAt } from '../features/join-link/over.js'
import { InvitationOver, overIn } from '../features/join-link/over-part.js'
import { showCarriedToast } from '../features/room/leaving/carried-toast.js'
import { forgetRoom, keptRoom } from '../features/room/state/kept-room.js'
import { PATHS } from '../shared/config/paths.js'
import { ScreenLoading } from '../shared/loading/screen-loading.js'
import { useAgeSettled } from './age-attestation.js'
import { Connected } from './connected.js'
import { useInRoom } from './in-room.js'
import { LobbyRoute } from './lobby-part.js'
import { loadRoom, Room } from './room-part.js'
import { SeatingProvider, useSeating } from './seating.js'

/** The invited room, or the room of this tab's seat before the reload. */
const roomAhead = (): RoomKey | null => {
  const { pathname, search } = window.location
  return pathname === PATHS.joinRoom ? readInvite(new URLSearchParams(search)) : keptRoom()
}

/** Opens the connection with the first live screen and keeps it. */
export function Live() {
  const [ahead] = useState(roomAhead)
  if (!useAgeSettled()) return <ScreenLoading>Signing you in…</ScreenLoading>
  return (
    <Connected roomId={ahead?.roomId}>
      <SeatingProvider>
        <Outlet />
      </SeatingProvider>
    </Connected>
  )
}

export function GameroomRoute() {
  const inRoom = useInRoom()
  const { arriving, arrive } = useSeating()
  const matched = useSelector(selectTakingSeat)
  // After another site led here, this tab's seat needs a press.
  const [seat, setSeat] = useState(() => (pageEntry().resumes() ? null : keptRoom()))
  // Leaving a room reloads the page.
  useEffect(showCarriedToast, [])

  const over = overIn(useLocation().state)
  const navigate = useNavigate()

  if (inRoom) return <Room />
  if (arriving || matched) return <ScreenLoading>Taking your seat…</ScreenLoading>
  if (seat) {
    const decide = (act: () => void) => {
      forgetRoom()
      setSeat(null)
      act()
    }
    const goIn = (agreed: boolean) => decide(() => void arrive(seat, { by: 'seat', agreed }))
    return <KeptSeat room={seat} onGoIn={goIn} onStayOut={() => decide(() => undefined)} />
  }
  if (over) {
    const seeRooms = () => void navigate(PATHS.gameroom, { replace: true })
    const goIn = () => {
      seeRooms()
      void arrive(over.room, { by: 'choice' })
    }
    return <InvitationOver over={over} onGoIn={goIn} onSeeRooms={seeRooms} />
  }
  return <LobbyRoute />
}

interface KeptSeatProps {
  room: RoomKey
  onGoIn: (agreed: boolean) => void
  onStayOut: () => void
}

function KeptSeat({ room, onGoIn, onStayOut }: KeptSeatProps) {
  const look = useRoomLook(room.roomId)
  const why = overAt(look, 'seat')
  // A room that is gone offers no way in: `onGoIn` has no button then.
  if (why) return <InvitationOver over={{ room, why }} onGoIn={onStayOut} onSeeRooms={onStayOut} />
  return <AtTheDoor room={room} look={look} ledHere onGoIn={(_asked, agreed) => onGoIn(agreed)} onStayOut={onStayOut} />
}

export function JoinLinkRoute() {
  const navigate = useNavigate()
  const { arrive } = useSeating()
  useEffect(loadRoom, [])
  const goIn = useCallback(
    (room: RoomKey, agreed: boolean) => {
      // "Back" must not request the seat a second time.
      void navigate(PATHS.gameroom, { replace: true })
      void arrive(room, { by: 'invitation', agreed })
    },
    [navigate, arrive],
  )
  const showOver = useCallback(
    (over: Over) => void navigate(PATHS.gameroom, { replace: true, state: { over } }),
    [navigate],
  )
  return <JoinLink onReady={goIn} onOver={showOver} />
}

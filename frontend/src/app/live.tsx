import { useCallback, useEffect, useState } from 'react'
import { useSelector } from 'react-redux'
import { Outlet, useLocation, useNavigate } from 'react-router'
import { selectTakingSeat } from '../entities/matching/match-slice.js'
import { pageEntry } from '../entities/room/page-entry.js'
import { readInvite, type RoomKey } from '../entities/room/room-key.js'
import { useRoomLook } from '../entities/room/room-look.js'
import { JoinLink } from '../features/join-link/join-link.js'
import { ReadyToJoin, RoomUnavailable, unavailableIn } from '../features/join-link/parts.js'
import { reasonFromLook, type Unavailable } from '../features/join-link/unavailable.js'
import { showCarriedToast } from '../features/room/leaving/carried-toast.js'
import { forgetRoom, keptRoom } from '../features/room/state/kept-room.js'
import { PATHS } from '../shared/config/paths.js'
import { ScreenLoading } from '../shared/loading/screen-loading.js'
import { JOIN_LINK } from '../texts/join-link.js'
import { SHELL } from '../texts/shell.js'
import { useAgeSettled } from './age-attestation.js'
import { Connected } from './connected.js'
import { useInRoom } from './in-room.js'
import { LobbyRoute } from './lobby-part.js'
import { loadRoom, Room } from './room-part.js'
import { SeatingProvider, useSeating } from './seating.js'

const roomToOpen = (): RoomKey | null => {
  const { pathname, search } = window.location
  return pathname === PATHS.joinRoom ? readInvite(new URLSearchParams(search)) : keptRoom()
}

/** Opens the connection with the first live screen and keeps it. */
export function Live() {
  const [ahead] = useState(roomToOpen)
  if (!useAgeSettled()) return <ScreenLoading>{SHELL.loggingIn}</ScreenLoading>
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
  const { arriving, joinAfterDelay } = useSeating()
  const matched = useSelector(selectTakingSeat)
  // A page that another site opened needs a press first.
  const [seat, setSeat] = useState(() => (pageEntry().resumes() ? null : keptRoom()))
  useEffect(showCarriedToast, [])

  const unavailable = unavailableIn(useLocation().state)
  const navigate = useNavigate()

  if (inRoom) return <Room />
  if (arriving || matched) return <ScreenLoading>{JOIN_LINK.takingSeat}</ScreenLoading>
  if (seat) {
    const decide = (act: () => void) => {
      forgetRoom()
      setSeat(null)
      act()
    }
    const joinRoom = (agreed: boolean) => decide(() => void joinAfterDelay(seat, { by: 'seat', agreed, named: true }))
    return <KeptSeat room={seat} onJoin={joinRoom} onDecline={() => decide(() => undefined)} />
  }
  if (unavailable) {
    const seeRooms = () => void navigate(PATHS.gameroom, { replace: true })
    const joinRoom = () => {
      seeRooms()
      void joinAfterDelay(unavailable.room, { by: 'choice' })
    }
    return <RoomUnavailable unavailable={unavailable} onJoin={joinRoom} onSeeRooms={seeRooms} />
  }
  return <LobbyRoute />
}

interface KeptSeatProps {
  room: RoomKey
  onJoin: (agreed: boolean) => void
  onDecline: () => void
}

function KeptSeat({ room, onJoin, onDecline }: KeptSeatProps) {
  const look = useRoomLook(room.roomId)
  const why = reasonFromLook(look, 'seat')
  if (why) return <RoomUnavailable unavailable={{ room, why }} onJoin={onDecline} onSeeRooms={onDecline} />
  return <ReadyToJoin look={look} fromOtherSite onJoin={({ agreed }) => onJoin(agreed)} onDecline={onDecline} />
}

export function JoinLinkRoute() {
  const navigate = useNavigate()
  const { joinAfterDelay } = useSeating()
  useEffect(loadRoom, [])
  const joinRoom = useCallback(
    (room: RoomKey, { agreed, named }: { agreed: boolean; named: boolean }) => {
      // "Back" must not request the seat a second time.
      void navigate(PATHS.gameroom, { replace: true })
      void joinAfterDelay(room, { by: 'invitation', agreed, named })
    },
    [navigate, joinAfterDelay],
  )
  const showUnavailable = useCallback(
    (unavailable: Unavailable) => void navigate(PATHS.gameroom, { replace: true, state: { unavailable } }),
    [navigate],
  )
  return <JoinLink onReady={joinRoom} onUnavailable={showUnavailable} />
}

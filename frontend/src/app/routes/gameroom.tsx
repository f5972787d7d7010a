import { useEffect, useState } from 'react'
import { useSelector } from 'react-redux'
import { AtTheDoor } from '../../features/join-link/at-the-door.js'
import { showCarriedToast } from '../../features/room/leaving/carried-toast.js'
import { forgetRoom, keptRoom } from '../../features/room/state/kept-room.js'
import { arrival } from '../../entities/room/arrival.js'
import { selectTakingSeat } from '../../entities/matching/match-slice.js'
import { LobbyRoute } from '../lobby-part.js'
import { Room } from '../room-part.js'
import { ScreenLoading } from '../../shared/loading/screen-loading.js'
import { useSeating } from '../seating.js'
import { useInRoom } from '../use-in-room.js'

export default function GameroomRoute() {
  const inRoom = useInRoom()
  const { arriving, arrive } = useSeating()
  const matched = useSelector(selectTakingSeat)
  // A seat of this tab, to which another site has led back: it is not taken again without a press.
  const [seat, setSeat] = useState(() => (arrival().resumes() ? null : keptRoom()))
  // Leaving a room reloads the page; what is to be said about it is said here.
  useEffect(showCarriedToast, [])

  if (inRoom) return <Room />
  if (arriving || matched) return <ScreenLoading>Taking your seat…</ScreenLoading>
  if (seat) {
    const decide = (act: () => void) => {
      forgetRoom()
      setSeat(null)
      act()
    }
    return <AtTheDoor room={seat} onGoIn={() => decide(() => void arrive(seat))} onStayOut={() => decide(() => undefined)} />
  }
  return <LobbyRoute />
}

import { useEffect } from 'react'
import { useSelector } from 'react-redux'
import { useLocation, useNavigate } from 'react-router'
import { selectRoomId } from '../features/room/state/use-room.js'
import { PATHS } from '../shared/config/paths.js'
import { toastNeutral } from '../shared/ui/toast.js'
import type { RootState } from './store.js'

export const useInRoom = (): boolean => useSelector((state: RootState) => selectRoomId(state) !== null)

/** Keeps the address on the room while seated: an accidental "back" would end a battle for two. */
export const useStayInRoom = (): boolean => {
  const inRoom = useInRoom()
  const { pathname } = useLocation()
  const navigate = useNavigate()
  const strayed = inRoom && pathname !== PATHS.gameroom

  useEffect(() => {
    if (!strayed) return
    void navigate(PATHS.gameroom)
    toastNeutral('You are in a room. Leave it first.')
  }, [strayed, navigate])

  return inRoom
}

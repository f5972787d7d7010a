import { useEffect } from 'react'
import { useSelector } from 'react-redux'
import { useLocation, useNavigate } from 'react-router'
import { selectRoomId } from '../features/room/state/selectors.js'
import { PATHS } from '../shared/config/paths.js'
import { toastNeutral } from '../shared/ui/toast.js'
import type { RootState } from './store.js'

/** Whether the player sits in a room. */
export const useInRoom = (): boolean => useSelector((state: RootState) => selectRoomId(state) !== null)

/**
 * Whether the player sits in a room. As long as that is so the address stays the room's: a slip of the thumb on "back"
 * would otherwise end a battle for two people.
 */
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

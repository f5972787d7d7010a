import { useEffect } from 'react'
import { useDispatch, useSelector } from 'react-redux'
import { useLocation, useNavigate } from 'react-router'
import { left } from '../features/room/state/room-slice.js'
import { selectRoomId, selectWayOut } from '../features/room/state/use-room.js'
import { PATHS } from '../shared/config/paths.js'
import { toastNeutral } from '../shared/ui/toast.js'
import type { RootState } from './store.js'

const useIsOut = (): boolean => useSelector((state: RootState) => selectWayOut(state) !== null)

/** Also while the page after the way out is read. */
export const useInRoom = (): boolean => {
  const seated = useSelector((state: RootState) => selectRoomId(state) !== null)
  return useIsOut() || seated
}

/** Keeps the address on the room while seated: an accidental "back" would end a battle for two. */
export const useStayInRoom = (): boolean => {
  const inRoom = useInRoom()
  const isOut = useIsOut()
  const dispatch = useDispatch()
  const { pathname } = useLocation()
  const navigate = useNavigate()
  const strayed = inRoom && pathname !== PATHS.gameroom

  useEffect(() => {
    if (!strayed) return
    if (isOut) {
      dispatch(left())
      return
    }
    void navigate(PATHS.gameroom)
    toastNeutral('You are in a room. Leave it first.')
  }, [strayed, isOut, dispatch, navigate])

  return inRoom
}

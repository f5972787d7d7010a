import { useEffect, useRef } from 'react'
import { useDispatch, useSelector } from 'react-redux'
import { type Location, useLocation, useNavigate, useNavigationType } from 'react-router'
import { leaveAsked, left } from '../features/room/state/room-slice.js'
import { selectPanicExit, selectRoomId } from '../features/room/state/use-room.js'
import { PATHS } from '../shared/config/paths.js'
import type { RootState } from './store.js'

const useIsOut = (): boolean => useSelector((state: RootState) => selectPanicExit(state) !== null)

/** True while seated and on the page after the panic exit. */
export const useInRoom = (): boolean => {
  const seated = useSelector((state: RootState) => selectRoomId(state) !== null)
  return useIsOut() || seated
}

interface RoomEntry {
  readonly live?: string
}

/** Makes "Back" or a link ask before a seated player leaves. */
export const useStayInRoom = (): boolean => {
  const inRoom = useInRoom()
  const isOut = useIsOut()
  const roomId = useSelector((state: RootState) => selectRoomId(state))
  const dispatch = useDispatch()
  const { pathname, state, key } = useLocation() as Location<RoomEntry | null>
  const stepped = (useNavigationType() as string) === 'POP'
  const navigate = useNavigate()
  const live = state?.live
  const entered = useRef<string | null>(null)
  const outAt = useRef<string | null>(null)

  useEffect(() => {
    if (!isOut) outAt.current = null
    else if (outAt.current === null) outAt.current = key
    else if (outAt.current !== key) dispatch(left())
  }, [isOut, key, dispatch])

  useEffect(() => {
    if (roomId === null) {
      entered.current = null
      return
    }
    const isNew = entered.current !== roomId
    entered.current = roomId
    if (live === roomId && pathname === PATHS.gameroom) return
    if (!isNew) dispatch(leaveAsked(true))
    void navigate(PATHS.gameroom, { state: { live: roomId } satisfies RoomEntry, replace: !isNew && !stepped })
  }, [roomId, live, pathname, stepped, dispatch, navigate])

  return inRoom
}

import { useEffect } from 'react'
import { useDispatch, useSelector } from 'react-redux'
import { useSession } from '../../../entities/session/use-session.js'
import { useRealtime } from '../../../shared/realtime/index.js'
import { keepRoom } from './kept-room.js'
import { roomSlice } from './room-slice.js'
import type { RoomState } from './room-state.js'
import { selectRoomId, selectRoom, selectTimer } from './selectors.js'

/** Selects from the room, so that other changes do not re-render. */
export const useRoom = <Part>(part: (room: RoomState) => Part): Part =>
  useSelector((state: { room: RoomState }) => part(selectRoom(state)))

/** No account has this id. */
const NO_ACCOUNT = 0

export const useMe = (): number => useSession().user?.id ?? NO_ACCOUNT

const room = roomSlice.actions

export function useRoomEvents(): void {
  const dispatch = useDispatch()
  const { on } = useRealtime()

  useEffect(() => {
    const undo = [
      on('room-state', (data) => dispatch(room.roomState({ data, at: Date.now() }))),
      on('game-tick', (data) => dispatch(room.gameTick({ data, at: Date.now() }))),
      on('room-user-list', (data) => dispatch(room.roomUserList(data))),
      on('watchers', (data) => dispatch(room.watchers(data))),
      on('receive-message', (data) => dispatch(room.receiveMessage(data))),
      on('prompt-gif', (data) => dispatch(room.promptGif(data))),
      on('gif-options', (data) => dispatch(room.gifOptions(data))),
      on('show-gif', (data) => dispatch(room.showGif(data))),
      on('receive-gif', (data) => dispatch(room.receiveGif(data))),
      on('end-game', (data) => dispatch(room.endGame(data))),
      on('winner-confirmed', (data) => dispatch(room.winnerConfirmed(data))),
      on('no-unanimous-winner', (data) => dispatch(room.noUnanimousWinner(data))),
    ]
    return () => undo.forEach((off) => off())
  }, [dispatch, on])
}

/** Requests the room's state; after a reload, takes the seat again first. */
export function useTakeSeat(): void {
  const { resync, resume } = useRealtime()
  const roomId = useSelector(selectRoomId)
  const passcode = useSelector((state: Parameters<typeof selectRoom>[0]) => selectRoom(state).passcode)
  const resumed = useSelector((state: Parameters<typeof selectRoom>[0]) => selectRoom(state).resumed)

  useEffect(() => {
    if (roomId === null) return
    keepRoom({ roomId, passcode })
    if (resumed) resume(roomId)
    else resync()
    // Once per room: `resumed` turns false when the server has answered.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [roomId, passcode, resync, resume])
}

/** How long after a deadline the next phase may take. */
const OVERDUE_AFTER_MS = 2_500

/** Requests the room's state when a phase is over and nothing follows: the event was lost. */
export function useOverdue(): void {
  const { resync } = useRealtime()
  const endsAt = useSelector(selectTimer)?.endsAt ?? null

  useEffect(() => {
    if (endsAt === null) return undefined
    const timer = setTimeout(resync, Math.max(0, endsAt - Date.now()) + OVERDUE_AFTER_MS)
    return () => clearTimeout(timer)
  }, [endsAt, resync])
}

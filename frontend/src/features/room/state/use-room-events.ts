import { useEffect } from 'react'
import { useDispatch } from 'react-redux'
import { useRealtime } from '../../../shared/realtime/index.js'
import { roomSlice } from './room-slice.js'

const room = roomSlice.actions

/** Tells the store what the server tells of the room. */
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

import { useSelector } from 'react-redux'
import type { RoomState } from './room-state.js'
import { selectRoom } from './selectors.js'

/** One part of the room, so that its other parts do not draw the component again. */
export const useRoom = <Part>(part: (room: RoomState) => Part): Part =>
  useSelector((state: { room: RoomState }) => part(selectRoom(state)))

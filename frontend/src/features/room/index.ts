export { Room } from './room.js'
export { roomSlice } from './state/room-slice.js'
export { selectRoomId } from './state/selectors.js'

import { useSelector } from 'react-redux'
import { selectRoomId } from '../features/room/state/selectors.js'
import type { RootState } from './store.js'

/** Whether the player sits in a room. */
export const useInRoom = (): boolean => useSelector((state: RootState) => selectRoomId(state) !== null)

import { shallowEqual, useSelector } from 'react-redux'
import { type LastBattle, lastBattle } from '../state/last-battle.js'
import type { RoomState } from '../state/room-slice.js'
import { selectRoom, useMe } from '../state/use-room.js'

export function useLastBattle(): LastBattle {
  const me = useMe()
  return useSelector((state: { room: RoomState }) => lastBattle(selectRoom(state), me), shallowEqual)
}

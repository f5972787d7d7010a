import { useDispatch } from 'react-redux'
import { useBeginSearch } from '../../../entities/matching/use-begin-search.js'
import { forgetRoom } from '../state/kept-room.js'
import { left } from '../state/room-slice.js'
import { useRoom } from '../state/use-room.js'
import { useGiveUpSeat } from './use-give-up-seat.js'

/**
 * Gives the seat up without a reload of the page: what the room held ends with its screen. `next` goes on to a search
 * for the same as here.
 */
export function useMoveOn() {
  const dispatch = useDispatch()
  const { giveUp, leaving } = useGiveUpSeat()
  const about = useRoom(({ about }) => about)
  const begin = useBeginSearch()

  const out = async (): Promise<boolean> => {
    if (!(await giveUp())) return false
    forgetRoom()
    dispatch(left())
    return true
  }
  const next = async (): Promise<boolean> => {
    if (about === null || !(await out())) return false
    begin({ mode: about.mode, category: about.category })
    return true
  }

  return { out, next, leaving }
}

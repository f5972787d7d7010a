import { useDispatch } from 'react-redux'
import { left } from '../state/room-slice.js'
import { backToLobby } from './back-to-lobby.js'
import { useGiveUpSeat } from './use-give-up-seat.js'

/** Gives the seat up and goes back to the lobby. */
export function useLeaveRoom() {
  const { giveUp, leaving } = useGiveUpSeat()
  const dispatch = useDispatch()

  const leave = async () => {
    if (!(await giveUp())) return
    dispatch(left())
    backToLobby({ tone: 'success', text: 'Succesfully Left Room' })
  }

  return { leave, leaving }
}

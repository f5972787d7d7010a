import { forgetRoom } from '../state/kept-room.js'
import { carryToast, type CarriedToast } from './carried-toast.js'

/** Forgets the room and starts the page anew, which lets go of everything the room held (specification, section 4). */
export function backToLobby(toast: CarriedToast | null): void {
  forgetRoom()
  if (toast !== null) carryToast(toast)
  window.location.reload()
}

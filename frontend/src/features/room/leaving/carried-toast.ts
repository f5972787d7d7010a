import { browserMemory } from '../../../shared/browser/memory.js'
import { toastNeutral, toastSuccess } from '../../../shared/ui/toast.js'
import { forgetRoom } from '../state/kept-room.js'

/** Session storage carries the toast over the reload. */
const KEY = 'kla-toast'

interface CarriedToast {
  tone: 'success' | 'neutral'
  text: string
}

const SHOW = { success: toastSuccess, neutral: toastNeutral } as const

const carryToast = (toast: CarriedToast): void => browserMemory('sessionStorage').setItem(KEY, JSON.stringify(toast))

export function showCarriedToast(): void {
  const memory = browserMemory('sessionStorage')
  const carried = memory.getItem(KEY)
  if (carried === null) return
  memory.removeItem(KEY)
  const { tone, text } = JSON.parse(carried) as CarriedToast
  SHOW[tone](text)
}

/** Reloads, which releases everything the room held (player specification, section 4). */
export function backToLobby(toast: CarriedToast | null): void {
  forgetRoom()
  if (toast !== null) carryToast(toast)
  window.location.reload()
}

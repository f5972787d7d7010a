import { toastNeutral, toastSuccess } from '../../../shared/ui/toast.js'
import { browserMemory } from '../../../shared/browser/memory.js'

/** Leaving a room reloads the page; what is to be said about it is carried over in the tab's storage. */
const KEY = 'kla-toast'

export interface CarriedToast {
  tone: 'success' | 'neutral'
  text: string
}

const SHOW = { success: toastSuccess, neutral: toastNeutral } as const

export const carryToast = (toast: CarriedToast): void =>
  browserMemory('sessionStorage').setItem(KEY, JSON.stringify(toast))

/** Shows what the page before this one had to say, once. */
export function showCarriedToast(): void {
  const memory = browserMemory('sessionStorage')
  const carried = memory.getItem(KEY)
  if (carried === null) return
  memory.removeItem(KEY)
  const { tone, text } = JSON.parse(carried) as CarriedToast
  SHOW[tone](text)
}

import { toast } from 'sonner'
import { withLocalTimes } from '../time/when-words.js'

/** Durations and count: specification of the player experience, section 9. */
const ERROR_MS = 4000
const NEUTRAL_MS = 4000
const SUCCESS_MS = 2000
/** Kept at once; fewer of them are shown (see toaster.tsx). */
const TOASTS_MAX = 20

interface ToastOptions {
  /** Replaces the toast with this id: a loading one becomes its own outcome. */
  id?: ToastId
}
export type ToastId = string | number

const capped = (id: ToastId): ToastId => {
  // The oldest first.
  const kept = toast.getToasts()
  for (const oldest of kept.slice(0, Math.max(0, kept.length - TOASTS_MAX))) toast.dismiss(oldest.id)
  return id
}

export const toastError = (message: string, options?: ToastOptions) =>
  capped(toast.error(withLocalTimes(message), { duration: ERROR_MS, ...options }))

export const toastNeutral = (message: string, options?: ToastOptions) =>
  capped(toast(message, { duration: NEUTRAL_MS, ...options }))

export const toastSuccess = (message: string, options?: ToastOptions) =>
  capped(toast.success(message, { duration: SUCCESS_MS, ...options }))

/** Tells what was done, with the way back. */
export const toastUndo = (message: string, undo: () => void) =>
  capped(toast(message, { duration: NEUTRAL_MS, action: { label: 'Undo', onClick: undo } }))

/** Stays until it is replaced or dismissed. */
export const toastLoading = (message: string, options?: ToastOptions) =>
  capped(toast.loading(message, { duration: Number.POSITIVE_INFINITY, ...options }))

export const dismissToast = (id: ToastId) => toast.dismiss(id)

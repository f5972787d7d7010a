import { toast } from 'sonner'
import { withLocalTimes } from '../time/when-words.js'

/** Durations and count: player experience, section 9. */
const ERROR_MS = 4000
const NEUTRAL_MS = 4000
const SUCCESS_MS = 2000
/** Kept at once; toaster.tsx shows fewer. */
const TOASTS_MAX = 20

interface ToastOptions {
  id?: ToastId
}
export type ToastId = string | number

const capped = (id: ToastId): ToastId => {
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

export const toastUndo = (message: string, undo: () => void) =>
  capped(toast(message, { duration: NEUTRAL_MS, action: { label: 'Undo', onClick: undo } }))

export const toastLoading = (message: string, options?: ToastOptions) =>
  capped(toast.loading(message, { duration: Number.POSITIVE_INFINITY, ...options }))

import type { toast as Sonner } from 'sonner'
import { createSource } from '../browser/observable.js'
import { withLocalTimes } from '../time/when-words.js'

/** Player experience, section 9. */
const ERROR_MS = 4000
const NEUTRAL_MS = 4000
const SUCCESS_MS = 2000
/** Toasts kept; toaster.tsx shows fewer. */
const TOASTS_MAX = 20

interface ToastOptions {
  id?: ToastId
}
export type ToastId = string | number

type Toast = typeof Sonner
type Show = (toast: Toast) => unknown

const source = createSource({ wanted: false })
export const toasterWanted = { subscribe: source.subscribe, get: () => source.get().wanted }
export const wantToaster = (): void => source.set({ wanted: true })

let here: Toast | null = null
let waiting: readonly Show[] = []

/** Returns the function that stops it. */
export function takeToasts(toast: Toast): () => void {
  here = toast
  const due = waiting
  waiting = []
  for (const show of due) show(toast)
  return () => (here = null)
}

let ids = 0

function show(act: (toast: Toast, id: ToastId) => unknown, { id = `toast ${++ids}` }: ToastOptions = {}): ToastId {
  const now: Show = (toast) => {
    act(toast, id)
    const kept = toast.getToasts()
    for (const oldest of kept.slice(0, Math.max(0, kept.length - TOASTS_MAX))) toast.dismiss(oldest.id)
  }
  if (here) now(here)
  else {
    waiting = [...waiting, now]
    wantToaster()
  }
  return id
}

export const toastError = (message: string, options?: ToastOptions) =>
  show((toast, id) => toast.error(withLocalTimes(message), { duration: ERROR_MS, id }), options)

export const toastNeutral = (message: string, options?: ToastOptions) =>
  show((toast, id) => toast(message, { duration: NEUTRAL_MS, id }), options)

export const toastSuccess = (message: string, options?: ToastOptions) =>
  show((toast, id) => toast.success(message, { duration: SUCCESS_MS, id }), options)

export const toastUndo = (message: string, undo: () => void) =>
  show((toast, id) => toast(message, { duration: NEUTRAL_MS, action: { label: 'Undo', onClick: undo }, id }))

export const toastLoading = (message: string, options?: ToastOptions) =>
  show((toast, id) => toast.loading(message, { duration: Number.POSITIVE_INFINITY, id }), options)

import type { toast as Sonner } from 'sonner'
import { UI } from '../../texts/ui.js'
import { createSource } from '../browser/observable.js'
import { withLocalTimes } from '../time/when-words.js'

/** Toasts of these kinds stay for so many milliseconds (player experience, section 9). */
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
type Show = (toast: Toast, position: ToastPlace) => unknown

const source = createSource({ wanted: false })
export const toasterWanted = { subscribe: source.subscribe, get: () => source.get().wanted }
export const wantToaster = (): void => source.set({ wanted: true })

/** The edge of the screen where toasts appear. */
export type ToastPlace = 'top-center' | 'bottom-center'

let here: { readonly toast: Toast; readonly place: () => ToastPlace } | null = null
let waiting: readonly Show[] = []

/** Returns the function that stops it. */
export function takeToasts(toast: Toast, place: () => ToastPlace): () => void {
  here = { toast, place }
  const due = waiting
  waiting = []
  for (const show of due) show(toast, place())
  return () => (here = null)
}

let ids = 0

interface Shown {
  readonly id: ToastId
  readonly position: ToastPlace
}

function show(act: (toast: Toast, shown: Shown) => unknown, { id = `toast ${++ids}` }: ToastOptions = {}): ToastId {
  const now: Show = (toast, position) => {
    act(toast, { id, position })
    const kept = toast.getToasts()
    for (const oldest of kept.slice(0, Math.max(0, kept.length - TOASTS_MAX))) toast.dismiss(oldest.id)
  }
  if (here) now(here.toast, here.place())
  else {
    waiting = [...waiting, now]
    wantToaster()
  }
  return id
}

export const toastError = (message: string, options?: ToastOptions) =>
  show((toast, shown) => toast.error(withLocalTimes(message), { duration: ERROR_MS, ...shown }), options)

export const toastNeutral = (message: string, options?: ToastOptions) =>
  show((toast, shown) => toast(message, { duration: NEUTRAL_MS, ...shown }), options)

export const toastSuccess = (message: string, options?: ToastOptions) =>
  show((toast, shown) => toast.success(message, { duration: SUCCESS_MS, ...shown }), options)

export const toastUndo = (message: string, undo: () => void, options?: ToastOptions) =>
  show(
    (toast, shown) => toast(message, { duration: NEUTRAL_MS, action: { label: UI.undo, onClick: undo }, ...shown }),
    options,
  )

export const toastLoading = (message: string, options?: ToastOptions) =>
  show((toast, shown) => toast.loading(message, { duration: Number.POSITIVE_INFINITY, ...shown }), options)

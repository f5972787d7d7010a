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
type Show = (toast: Toast, position: ToastPlace) => unknown

const source = createSource({ wanted: false })
export const toasterWanted = { subscribe: source.subscribe, get: () => source.get().wanted }
export const wantToaster = (): void => source.set({ wanted: true })

/** Edge of the screen. */
export type ToastPlace = 'top-center' | 'bottom-center'

/** Height that a toast may need, and half its width, with its distance from the edge. Pixels. */
const NEEDS = { height: 120, halfWidth: 210 } as const

interface Box {
  readonly left: number
  readonly right: number
  readonly top: number
  readonly bottom: number
}

/** Returns the usual place, or the opposite one if a toast there would cover the pressed control. */
export function placeBeside(
  usual: ToastPlace,
  pressed: Box | null,
  screen: { readonly width: number; readonly height: number },
): ToastPlace {
  if (pressed === null) return usual
  const middle = screen.width / 2
  const beside = pressed.right < middle - NEEDS.halfWidth || pressed.left > middle + NEEDS.halfWidth
  if (beside) return usual
  if (usual === 'bottom-center') return pressed.bottom > screen.height - NEEDS.height ? 'top-center' : usual
  return pressed.top < NEEDS.height ? 'bottom-center' : usual
}

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

export const toastUndo = (message: string, undo: () => void) =>
  show((toast, shown) => toast(message, { duration: NEUTRAL_MS, action: { label: 'Undo', onClick: undo }, ...shown }))

export const toastLoading = (message: string, options?: ToastOptions) =>
  show((toast, shown) => toast.loading(message, { duration: Number.POSITIVE_INFINITY, ...shown }), options)

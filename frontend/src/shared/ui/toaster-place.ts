import type { ToastPlace } from './toast.js'

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

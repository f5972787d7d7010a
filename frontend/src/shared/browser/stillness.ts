import { remembered, useRemembered } from './remembered.js'
import { useMediaQuery } from './use-media-query.js'

const STILL = '(prefers-reduced-motion: reduce)'

type Motion = 'system' | 'reduced' | 'full'

/** Overrides the system's setting. */
const motion = remembered<Motion>('kla-motion', (stored) =>
  stored === 'reduced' || stored === 'full' ? stored : 'system',
)

const isStill = (own: Motion, system: boolean) => own === 'reduced' || (own === 'system' && system)

/** True if nothing should move unless asked to. */
export const prefersStillness = (): boolean => isStill(motion.get(), window.matchMedia(STILL).matches)

export function useStillness(): boolean {
  const system = useMediaQuery(STILL)
  return isStill(useRemembered(motion), system)
}

export function chooseStillness(still: boolean): void {
  motion.set(still ? 'reduced' : 'full')
  showMotion()
}

/** Applies the motion setting before the first paint. */
export function showMotion(root: HTMLElement = document.documentElement): void {
  const own = motion.get()
  if (own === 'system') delete root.dataset.motion
  else root.dataset.motion = own
}

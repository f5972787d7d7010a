import { remembered, useRemembered } from './remembered.js'
import { useMediaQuery } from './use-media-query.js'

const REDUCED = '(prefers-reduced-motion: reduce)'

type Motion = 'system' | 'reduced' | 'full'

/** Overrides the system's setting. */
const motion = remembered<Motion>('kla-motion', (stored) =>
  stored === 'reduced' || stored === 'full' ? stored : 'system',
)

const isReduced = (own: Motion, system: boolean) => own === 'reduced' || (own === 'system' && system)

/** True if nothing should move unless asked to. */
export const prefersReducedMotion = (): boolean => isReduced(motion.get(), window.matchMedia(REDUCED).matches)

export function useReducedMotion(): boolean {
  const system = useMediaQuery(REDUCED)
  return isReduced(useRemembered(motion), system)
}

export function setReducedMotion(reduced: boolean): void {
  motion.set(reduced ? 'reduced' : 'full')
  applyMotion()
}

/** Applies the motion setting before the first paint. */
export function applyMotion(): void {
  const own = motion.get()
  const { dataset } = document.documentElement
  if (own === 'system') delete dataset.motion
  else dataset.motion = own
}

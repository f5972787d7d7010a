import { useMediaQuery } from './use-media-query.js'

const STILL = '(prefers-reduced-motion: reduce)'

/** Whether this person asked for stillness: then nothing moves unless it is asked to. */
export const prefersStillness = (): boolean => window.matchMedia(STILL).matches

/** {@link prefersStillness}, followed while it changes. */
export const useStillness = (): boolean => useMediaQuery(STILL)

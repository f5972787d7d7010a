import { lazyPart } from '../../shared/loading/lazy-part.js'

/** The screen, which loads only where it is shown. */
export const GetReady = lazyPart(async () => ({ default: (await import('./get-ready.js')).GetReady }))

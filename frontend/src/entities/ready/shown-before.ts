import { remembered } from '../../shared/browser/remembered.js'

/** `first`: never shown in this browser. `always`: the player wants it every time. */
export type Shown = 'first' | 'skipped' | 'always'

export const readyShown = remembered<Shown>('kla-ready', (stored) =>
  stored === 'skipped' || stored === 'always' ? stored : 'first',
)

/** True if the screen comes before the next room. */
export const isReadyDue = (): boolean => readyShown.get() !== 'skipped'

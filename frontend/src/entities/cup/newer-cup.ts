import type { CupView } from '@kla/proto/web'

/** Which of two answers about a cup holds: one that was on its way while something newer came is no news. */
export const newerCup = (held: CupView, told: CupView): CupView => (held.version > told.version ? held : told)

import { formatNumber } from '../../shared/format.js'
import type { QueuePlace } from '../../shared/realtime/index.js'

export const BACK_SOON = 'Back in a moment.'

export const placeWords = ({ place, of }: QueuePlace): string =>
  `You're number ${formatNumber(place)} of ${formatNumber(of)} in line.`

/** Changes only once the place halves or grows. */
export const spokenPlace = (spoken: number, place: number): number =>
  place <= spoken / 2 || place > spoken ? place : spoken

export const spokenWords = (place: number): string => `${BACK_SOON} You're number ${formatNumber(place)} in line.`

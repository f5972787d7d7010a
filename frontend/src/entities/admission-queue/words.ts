import type { QueuePlace } from '../../shared/realtime/index.js'

export const BACK_SOON = 'Back in a moment.'

const figures = new Intl.NumberFormat('en')

export const placeWords = ({ place, of }: QueuePlace): string =>
  `You're number ${figures.format(place)} of ${figures.format(of)} in line.`

/** Changes only once the place halves or grows. */
export const spokenPlace = (spoken: number, place: number): number =>
  place <= spoken / 2 || place > spoken ? place : spoken

export const spokenWords = (place: number): string => `${BACK_SOON} You're number ${figures.format(place)} in line.`

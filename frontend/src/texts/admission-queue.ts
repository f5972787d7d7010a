import { catalogue } from '../shared/texts/catalogue.js'

export const ADMISSION_QUEUE = catalogue({
  backSoon: 'Back in a moment.',
  place: "You're number {place, number} of {of, number} in line.",
  spoken: "Back in a moment. You're number {place, number} in line.",
})

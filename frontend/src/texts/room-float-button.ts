import { catalogue } from '../shared/texts/catalogue.js'

export const FLOAT_BUTTON = catalogue({
  show: 'Show the video in a separate window',
  refused: "Your browser didn't allow a separate window.",
})

import { catalogue } from '../shared/texts/catalogue.js'

export const MOVABLE_CORNER = catalogue({
  handle:
    'Your video is at the {y, select, top {top} other {bottom}} {x, select, left {left} other {right}}. Arrow keys move it.',
})

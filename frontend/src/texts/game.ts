import { catalogue } from '../shared/texts/catalogue.js'

/** The name of each mode. */
export const MODE_NAMES = catalogue({ rush: 'Rush', stamina: 'Stamina' })

export const MODE_GOALS = catalogue({
  rush: 'First to finish wins.',
  stamina: 'Last as long as you can.',
})

export const CATEGORIES = catalogue({
  default: 'Default',
  gay: 'Gay',
  hentai: 'Hentai',
  trans: 'Trans',
})

export const MODE_CHOICE = catalogue({ mode: 'Mode' })

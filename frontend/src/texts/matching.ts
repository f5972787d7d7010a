import { catalogue } from '../shared/texts/catalogue.js'

export const ACTIVITY = catalogue({
  searching: '{few, select, yes {fewer than {count, number}} other {{count, number}}} searching',
  playing: '{few, select, yes {fewer than {count, number}} other {{count, number}}} playing',
  both: '{searching}, {playing}',
})

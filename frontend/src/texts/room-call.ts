import { catalogue } from '../shared/texts/catalogue.js'

export const WATCHERS_OUT = catalogue({
  spectators: 'Spectators are out: we could not confirm that they may watch.',
  judge: 'The judge is out: we could not confirm that they may watch.',
})

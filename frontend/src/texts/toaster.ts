import { catalogue } from '../shared/texts/catalogue.js'

export const TOASTER = catalogue({
  more: 'and {count, number} more',
})

import { catalogue } from '../shared/texts/catalogue.js'

export const TOASTER = catalogue({
  label: 'Notifications',
  more: 'and {count, number} more',
})

import { catalogue } from '../shared/texts/catalogue.js'

export const JOIN_LINK = catalogue({
  pageTitle: 'Invitation',
  looking: 'Looking at the room…',
  toLogin: 'Taking you to the login…',
  takingSeat: 'Taking your seat…',
})

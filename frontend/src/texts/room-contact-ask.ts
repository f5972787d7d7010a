import { catalogue } from '../shared/texts/catalogue.js'

export const CONTACT_ASK = catalogue({
  rule: 'Sharing contact details isn’t allowed here. If you send it anyway, it will be hidden. Links are never sent.',
  change: 'Change it',
  sendHidden: 'Send it hidden',
})

import { catalogue } from '../shared/texts/catalogue.js'

export const SEALED_NOTE = catalogue({
  ifReported: 'If {who} reports you, an encrypted copy of your last 20 seconds of video may be sent to our moderators.',
})

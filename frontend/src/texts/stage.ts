import { catalogue } from '../shared/texts/catalogue.js'

export const CHAT_LOG = catalogue({
  label: 'Messages',
  show: 'Show',
  hide: 'Hide',
  arrivedHidden: '(arrived hidden)',
})

export const PICTURE = catalogue({ turnSoundOn: 'Turn the sound on' })

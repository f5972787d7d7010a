import { catalogue } from '../shared/texts/catalogue.js'

export const SAVE_CHOICE = catalogue({
  save: 'Save GIF {index, number}',
  saved: 'Saved GIF {index, number}',
  saving: 'Saving choice...',
  done: 'GIF choice saved!',
})

export const SAVE_RECEIVED = catalogue({
  save: 'Save GIF {position, number} of {count, number}',
  saved: 'Saved GIF {position, number} of {count, number}',
  saving: 'Saving received GIF...',
  done: 'GIF saved to your library!',
  failed: 'Failed: {error}',
  listLabel: 'GIFs you received',
})

export const SAVING = catalogue({
  save: 'Save',
  saveLast: 'Save the last GIF',
  saving: 'Saving…',
  saved: 'Saved',
  unknownError: 'Unknown error',
})

export const SAVES_LEFT = catalogue({
  left: '{saves, plural, one {<output>#</output> GIF save left} other {<output>#</output> GIF saves left}}',
  none: 'No GIF saves left',
  noneOfferMore: 'No GIF saves left. <more>Get more</more>',
  unknown: 'Could not load inventory.',
})

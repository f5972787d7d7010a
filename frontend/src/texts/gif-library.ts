import { catalogue } from '../shared/texts/catalogue.js'

export const GIF_LIBRARY = catalogue({
  pageTitle: 'Saved GIFs',
  title: 'Your Saved GIFs',
  closed: "We can't load your saved GIFs right now",
  signedOut: "You're not logged in",
  logInWhy: 'Log in to see your saved GIFs.',
  logIn: 'Log in with Discord',
  sort: 'Sort',
  pauseAll: 'Pause all',
  playAll: 'Play all',
  savesUnknown: 'Could not load inventory.',
  savesLeft:
    '{saves, plural, =0 {No GIF saves left} one {{saves, number} GIF save left} other {{saves, number} GIF saves left}} · <shop>Get more in the Shop</shop>',
  loading: 'Loading your saved GIFs…',
  failed: "We couldn't load your saved GIFs",
  failedWhy: 'They’re safe. Try again in a moment.',
  none: 'No saved GIFs yet.',
  noneWhy: 'In a battle you can save the GIFs you pick and the ones you receive. Each uses one <shop>GIF save</shop>.',
  findBattle: 'Find a battle',
})

export const GIF_ORDER = catalogue({
  newest: 'Newest first',
  oldest: 'Oldest first',
})

export const SAVED_GIF = catalogue({
  listLabel: 'Saved GIFs',
  name: 'GIF {position, number} of {count, number}',
  saved: 'Saved <when></when>',
  copy: 'Copy link',
  copyOf: 'Copy link to {gif}',
  copied: 'Video Link Copied',
  copyRefused: "Your browser didn't allow copying. The link is {link}",
  delete: 'Delete {gif}',
  pause: 'Pause {gif}',
  play: 'Play {gif}',
})

export const DELETE_GIF = catalogue({
  title: 'Delete GIF',
  asked: 'Are you sure you want to delete this GIF? This cannot be undone.',
  cancel: 'Cancel',
  confirm: 'Delete',
  cancelled: 'Action canceled',
  failed: 'Failed to delete GIF',
  deleted: 'GIF deleted',
})

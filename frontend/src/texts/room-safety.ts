import { catalogue } from '../shared/texts/catalogue.js'

export const BLOCKING = catalogue({
  block: 'Block {name}',
  title: 'Block {name}?',
  effect:
    "You and {name} won't be matched again, and you can't join or watch each other's rooms. We won't tell {name}.",
  leaves:
    'You leave this room at once, and the battle ends if one is running. You can unblock players in your settings.',
  cancel: 'Cancel',
  leave: 'Block and leave',
  next: 'Block and find the next',
  blocked: '{name} is blocked',
  notBlocked: '{name} isn’t blocked.',
  notYetBlocked: '{name} isn’t blocked yet. We’re still trying.',
  unblocked: '{name} is no longer blocked',
  failed: "We couldn't block this player. Please try again.",
  undoFailed: "We couldn't undo the block. You can unblock players in your settings.",
})

export const REPORTING = catalogue({
  report: 'Report',
  reportPlayer: 'Report {name}',
  alsoBlock: 'Also block {name}, and leave this room',
})

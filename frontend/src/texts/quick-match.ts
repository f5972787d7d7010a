import { catalogue } from '../shared/texts/catalogue.js'

export const FIND_MATCH = catalogue({
  title: 'Find a match',
  category: 'Category',
  find: 'Find a match',
  ready: 'Find an opponent',
  how: "We'll pair you with someone who picked the same. You both have to accept.",
  wish: '{mode} · {category}',
  searchingFor: 'Searching for {elapsed}',
  practice: 'Practice while you wait',
  cancel: 'Cancel the search',
  cancelShort: 'Cancel',
  yourSearch: 'Your search',
  noneHere: 'No one is searching or playing right now.',
  whoIsHere: "Who's here now",
})

export const SEARCH = catalogue({
  lost: "Connection lost. The search continues when you're back online.",
  connecting: 'Connecting…',
  missed: "Your opponent didn't accept. Still searching…",
  searching: 'Searching for an opponent…',
  noEstimate: 'No estimate yet',
  usuallySeconds: 'Usually {seconds, number} s',
  usuallyMinutes: 'Usually {minutes, number} min',
  asking: 'Asking around…',
  alone: 'No one else is searching here yet',
  others: '{waiting, number} people are searching here now',
})

export const SEARCH_ENDED = catalogue({
  cancelled: 'The search was ended.',
  declined: 'You declined, so the search has ended. Look again whenever you like.',
  'not-accepted': "You didn't accept in time, so we stopped searching.",
  seated: "You're in a room, so the search has ended.",
  gone: 'We lost your search. Please start it again.',
  banned: "Your account can't play right now, so the search has ended.",
})

export const MATCH_FOUND = catalogue({
  tabTitle: '● Opponent found',
  toAccept: '{seconds, plural, one {# second} other {# seconds}} to accept',
  found: 'Opponent found',
  accepted: 'You accepted',
  waiting: 'Waiting for your opponent to accept…',
  about: '{wish}. You meet if you both accept in time.',
  decline: 'Decline',
  accept: 'Accept',
})

export const NOTIFY = catalogue({
  choice: 'Tell me when someone is searching',
  title: 'Kla',
  body: 'Someone is searching for a match.',
  blocked: "Your browser blocks notifications from Kla. Allow them in the site's settings, then try again.",
  unsupported: "This browser can't show notifications.",
})

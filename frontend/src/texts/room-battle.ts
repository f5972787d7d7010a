import { catalogue } from '../shared/texts/catalogue.js'

export const SHOWING = catalogue({
  title: 'Round {round, number}',
  text: 'You see what {opponent} picked for you, and they see your pick. {mode, select, rush {Rush: the first to finish is expected to win the vote.} stamina {Stamina: the one who lasts longer is expected to win the vote.} other {}}',
})

export const VOTE = catalogue({
  title: 'Who won?',
  text: '{end} A win needs both votes.',
  label: 'Your vote',
  you: '{name} (you)',
  noWinner: 'No winner',
  submitted: 'Vote submitted',
})

export const RESULT = catalogue({
  notPlayed: 'A battle just ended here',
  notPlayedHint: 'The next one begins as soon as both of you are ready.',
  agreed: 'Both votes agreed.',
  counting: 'Adding it up…',
  score:
    '<tally><spoken>So far: </spoken><you>You</you> <strong>{yours, number}</strong> : <strong>{theirs, number}</strong> <opponent>{name}</opponent></tally> <note>so far</note>',
})

/** Says whether a battle counts, and why not. */
export const COUNTED = catalogue({
  counts: 'This battle counts.',
  winDoesNotCount:
    'Counts as played. Only {wins, plural, one {# win a season between the same two players counts as a win} other {# wins a season between the same two players count as wins}}.',
  tooShort: "Doesn't count: {mode} battles count after {minutes, plural, one {# minute} other {# minutes}}.",
  interrupted: "Doesn't count: the battle was interrupted.",
  pairLimit:
    "Doesn't count: only your first {battles, plural, one {# battle a day against the same opponent does} other {# battles a day against the same opponent do}}.",
  unexplained: "Doesn't count.",
})

/** Points that a battle brought to the Battle Pass. */
export const PASS_POINTS = catalogue({
  label: 'Battle Pass: {season}',
  gained: '{points, plural, =0 {No points} one {+# point} other {+# points}}',
  toTier: '{total, number} of {points, number} to tier {tier, number}',
  complete: 'Every tier reached',
})

export const REMATCH = catalogue({
  waitingFor: 'Waiting for {opponent}…',
  wanted: '{opponent} wants a rematch',
  offered: 'Play again?',
  newOpponentReady: '{opponent} is ready. Are you?',
  newOpponent: '{opponent} is here. Ready?',
  notReadyHint: 'Starts once you both press. After the timer you can still ready up.',
  readyHint: 'You stay ready when the timer ends.',
  afterTie: 'When the timer ends, you can ready up again.',
})

/** What a player may do once the opponent has left. */
export const ALONE = catalogue({
  left: '{name} left the room.',
  next: 'What next?',
  find: 'Find a new opponent',
  stay: 'Stay and wait',
  waiting: 'Waiting for an opponent',
  waitingHint: 'Anyone in the lobby can join you.',
})

export const HAND = catalogue({
  dealing: 'Dealing your GIFs…',
  card: 'GIF {index, number}',
  cardPicked: 'GIF {index, number}, your pick',
  noPreview: 'No preview',
  keptLabel: 'Your options of this round',
})

export const WILD_CARD = catalogue({
  name: 'Wild Card',
  played: 'Wild Card played',
  nameAndLeft: 'Wild Card <count><output>{cards, number}</output><spoken> left</spoken></count>',
  playedAndLeft: 'Wild Card played <count><output>{cards, number}</output><spoken> left</spoken></count>',
  back: 'Back<spoken> to your cards</spoken>',
})

/** Offers saved GIFs to play by Wild Card. */
export const TRAY = catalogue({
  label: 'Your saved GIFs',
  cardsUnknown: 'Could not load inventory.',
  noCards: 'Purchase Wild Cards in the Shop to use this feature',
  failed: 'Failed to load saved GIFs.',
  loading: 'Loading your saved GIFs…',
  none: "You haven't saved any GIFs yet.",
  nonePlayable: "You can't play any of your saved GIFs in this battle.",
  listLabel: 'Saved GIFs, arrow keys to move',
  play: 'Play saved GIF {position, number} of {count, number}',
})

import { catalogue } from '../shared/texts/catalogue.js'

export const CUP = catalogue({
  pageTitle: 'Cup',
  allCups: 'All cups',
  stale: 'We can’t reach Kla. What you see may be out of date.',
  cancelled: 'This cup was cancelled. It has no champion.',
  noChampion: 'This cup ended without a champion.',
  champion: 'Champion',
  championSince: 'Champion, <when></when>',
  loading: 'Loading the cup…',
  failed: "We couldn't load this cup",
  failedWhy: 'The cup is still running. Try again in a moment.',
  unknown: "We can't find this cup.",
  unknownWhy: 'The link may be old or incomplete.',
  seeAll: 'See all cups',
})

export const CUP_RULES = catalogue({
  title: 'How it works',
  checkIn:
    'Check-in opens {minutes, plural, one {{minutes, number} minute} other {{minutes, number} minutes}} before the start. If you don’t check in, you can’t play.',
  called:
    'When your tie is called, be here within {minutes, plural, one {{minutes, number} minute} other {{minutes, number} minutes}}. If you’re not, you forfeit.',
  room: 'The room opens when you’re both here. The winner goes through until one player is left.',
  watching: 'Judges may watch a tie. Others can watch only while both players agree. You always see who is watching.',
})

export const CUP_ENTRIES = catalogue({
  title: 'Entered',
  none: 'No one yet',
  noneOffer: 'Be the first.',
  checkedInSpoken: ', checked in',
})

export const CUP_ENTRY = catalogue({
  play: 'Play in this cup',
  logInWhy: 'You enter with your Discord account.',
  logIn: 'Login with Discord',
  how: 'Enter now, check in before it starts, and be here when your tie is called.',
  fullWhy: 'Every place is taken. You can enter if someone withdraws.',
  enter: 'Enter the cup',
  full: 'This cup is full',
  enterFailed: "We couldn't enter you. Please try again.",
  entered: "You're in",
  enteredNext:
    'Check-in opens in <left></left>. Come back then: if you haven’t checked in by the start, you can’t play.',
  withdraw: 'Withdraw',
  withdrawFailed: "We couldn't withdraw you. Please try again.",
  due: 'Check-in is open',
  dueNext: 'The bracket is drawn in <left></left>.',
  checkIn: 'Check in',
  checkInFailed: "We couldn't check you in. Please try again.",
  checkedIn: "You're checked in",
  checkedInNext: 'The bracket is drawn in <left></left>. Your first tie appears here.',
  missed: "You didn't check in",
  missedNext: 'The bracket was drawn without you. You can follow it here.',
  out: "You're out of this cup",
  outNext: 'Thanks for playing. You can follow the rest here.',
  otherCups: 'See the other cups',
  won: 'The cup is yours',
  wonWhy: 'You won every tie. Well done.',
})

export const OWN_TIE = catalogue({
  title: 'Your tie: {tie}',
  you: 'You',
  here: 'Here',
  notHere: 'Not here yet',
  waiting: 'We don’t know your opponent yet. The name appears here.',
  disputed:
    'The result isn’t decided yet. A judge or the rule decides. If you haven’t played, it may be that no one goes through.',
  called: 'You both have to be here within <left></left>. If you’re not, you forfeit.',
  playing: 'Your room is open.',
  confirm: 'I’m here',
  confirmed: "You're here. The room opens as soon as your opponent is here too. Stay on this page.",
  join: 'Join the room',
  lost: "We can't reach Kla. Trying again…",
  refused: "We couldn't confirm that you're here.",
})

export const BRACKET = catalogue({
  title: 'Bracket',
  rounds: 'Rounds',
  unnamed: 'A player',
  undecided: 'To be decided',
  vacant: 'No one',
})

export const ROUND = catalogue({
  final: 'Final',
  semiFinal: 'Semi-finals',
  quarterFinal: 'Quarter-finals',
  earlier: 'Round of {players, number}',
})

export const TIE_OF_ROUND = catalogue({
  final: 'Final',
  semiFinal: 'Semi-final',
  quarterFinal: 'Quarter-final',
  earlier: 'Round of {players, number}',
})

export const TIE_STATUS = catalogue({
  called: 'Called',
  playing: 'Playing now',
  disputed: 'With the judges',
})

export const TIE_HOW = catalogue({
  vote: 'By vote',
  bye: 'Bye',
  'walk-over': 'Walk-over',
  retired: 'Opponent left',
  rule: 'By the rule',
  judge: 'By a judge',
  void: 'No one goes through',
})

export const OPEN_TIE = catalogue({
  waiting: '{a} against {b}.',
  called: '{a} against {b}: called.',
  playing: '{a} against {b}: playing now.',
  disputed: '{a} against {b}: with the judges.',
})

export const DECIDED_TIE = catalogue({
  vote: '{winner} won against {loser}, by vote.',
  bye: '{winner} goes through without a battle.',
  'walk-over': "{winner} goes through: {loser} wasn't there.",
  retired: '{winner} won: {loser} left.',
  rule: '{winner} won against {loser}, by the rule.',
  judge: '{winner} won against {loser}: a judge decided.',
  none: '{a} against {b}: no one goes through.',
})

import { catalogue } from '../shared/texts/catalogue.js'

export const WATCH_PAGE = catalogue({
  pageTitle: 'Watching',
  checking: 'Checking whether you can watch…',
  seeCups: 'See the cups',
  backToCup: 'Back to the cup',
  incomplete: 'This link is incomplete',
  incompleteHint: 'Ask for the link again, or look for the tie on its cup’s page.',
  used: 'This link has been used',
  usedHint: 'A judge’s link opens once. Open a new one in the console to keep watching.',
  logIn: 'Log in to watch',
  logInWithDiscord: 'Login with Discord',
  seenByName: 'The players see your name while you watch.',
  seenAsJudge: 'The players can see that a judge is watching.',
  ask: 'Watch this battle?',
  watch: 'Watch',
})

export const WATCH_ENDED = catalogue({
  refused: "You can't watch this",
  lost: 'The connection was lost',
  lostText: 'A judge’s link opens once. Open a new one in the console to continue.',
  closedText: 'You logged out, or another page took over. Reload the page to watch again.',
  banned: 'This account is banned',
  bannedText: 'Your bans and their reasons are in the settings.',
  ended: 'Watching has ended',
  endedText: '{reason} Spectators can watch only while both players allow it.',
  tieOver: 'This tie is over',
  tieOverText: 'Its room was closed.',
})

export const WATCHED_BATTLE = catalogue({
  whoIsWatching: 'Who’s watching',
  joining: 'Joining…',
  reconnecting: 'You lost the connection. Reconnecting…',
  chat: 'Room Chat',
  noMessages: 'They haven’t written anything since you joined.',
  kind: '{mode} · {category}',
  kindInRound: 'Round {round, number} · {mode} · {category}',
  soundOn: 'Turn the sound on',
  soundOff: 'Turn the sound off',
  leave: 'Leave',
})

export const WATCHED_CORNER = catalogue({
  empty: 'Empty corner',
  noOne: 'No one is in this corner.',
  unnamedOpponent: 'their opponent',
  blurred: 'Blurred',
  connectionLost: 'Connection lost',
  unconfirmed: 'We couldn’t confirm that you can watch. The video comes back automatically.',
  waiting: 'Waiting for {name}’s video…',
  video: '{name}’s video',
  interrupted: 'Video interrupted. Reconnecting…',
})

export const WATCHED_PHASE = catalogue({
  waiting: 'Before the bell',
  waitingText: '{ready, number} of {players, number} are ready.',
  round: 'Round {round, number}',
  picking: 'They’re picking GIFs for each other.',
  showing: 'They’re watching what they picked for each other.',
  voting: 'Voting',
  votingText: '{end} {voted, number} of {players, number} have voted. A win needs both votes.',
  aPlayer: 'A player',
  someone: 'Someone',
  wins: '{name} wins',
  winsText: 'Both votes agree.',
  noWinner: 'No winner',
})

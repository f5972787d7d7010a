import { catalogue } from '../shared/texts/catalogue.js'

export const LEADERBOARDS = catalogue({
  title: 'Leaderboards',
  rankedBy: 'Ranked by',
  season: 'Season',
  allTime: 'All time',
  months: '{first} – {last} {year}',
  loading: 'Loading the leaderboard…',
  empty: 'No one is on this list yet',
  emptyOffer: 'Be the first.',
  findOpponent: 'Find an opponent',
  failed: 'There is nothing to show',
  failedWhy: 'We couldn’t load the leaderboard.',
})

export const RANKING = catalogue({
  played: 'Most Played',
  wins: 'Most Wins',
})

export const RANKED_BY = catalogue({
  played: 'by games played',
  wins: 'by games won',
})

export const STANDINGS = catalogue({
  place: 'Place',
  player: 'Player',
  won: 'Won',
  played: 'Played',
  you: 'You',
  ownPlace: 'Your place',
  noPlace: 'No game of yours counts here yet. <lobby>Find an opponent</lobby>',
})

export const COUNTING = catalogue({
  short:
    'Rush games ended before {rush, plural, one {{rush, number} minute} other {{rush, number} minutes}} and Stamina games ended before {stamina, plural, one {{stamina, number} minute} other {{stamina, number} minutes}} do not count for most games played. A win in one of them does not count for most wins either.',
  pairs:
    'Between the same two players, only the first {daily, plural, one {{daily, number} game} other {{daily, number} games}} of a day (UTC) count, for both lists. Of the wins in those games, only the first {wins, number} of a season count for most wins, no matter which of the two won.',
})

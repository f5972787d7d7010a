import { catalogue } from '../shared/texts/catalogue.js'

export const COMPETING = catalogue({
  cups: 'Cups',
  noCup: 'Knockout cups',
  noCupWhy: 'One evening, one champion.',
  running: 'Running now',
  starts: 'Starts <when></when>. {entered, number} of {capacity, number} entered',
  pass: 'Battle Pass',
  noSeason: 'Rewards for playing',
  noPoints: 'Points for every battle that counts.',
})

export const PASS_PROGRESS = catalogue({
  complete: 'Every tier is reached',
  toFirst: '{missing, plural, one {{missing, number} point} other {{missing, number} points}} to tier {next, number}',
  toNext:
    'Tier {reached, number} reached, {missing, plural, one {{missing, number} point} other {{missing, number} points}} to tier {next, number}',
})

import { catalogue } from '../shared/texts/catalogue.js'

export const BATTLE_PASS = catalogue({
  title: 'Battle Pass',
  loading: 'Loading the Battle Pass…',
  failed: "We couldn't load the Battle Pass",
  failedWhy: 'Your points are safe. Try again in a moment.',
  signedOut: 'Log in to see your Battle Pass',
  logInWhy: 'Points and rewards go to your Discord account.',
  logIn: 'Login with Discord',
  noSeason: 'No season is running right now',
  noSeasonWhy: 'The next one appears here when it begins. If you own a Battle Pass, you can use it then.',
  findOpponent: 'Find an opponent',
})

export const SEASON = catalogue({
  running: 'Until <end></end>. You can claim rewards until <claimEnd></claimEnd>.',
  over: 'This season is over. Claim what you reached until <claimEnd></claimEnd>.',
  closed: 'This season is over.',
  logIn: 'Log in to collect points',
})

export const ACTIVATION = catalogue({
  title: 'Rewards of the Battle Pass',
  active: 'Your Battle Pass is active',
  activeWhy: 'You can claim every reward of this season as you reach it.',
  over: 'The season is over, so you can’t activate a pass for it.',
  owned:
    'You own {passes, plural, one {{passes, number} Battle Pass} other {{passes, number} Battle Passes}}. One is used for this season, including tiers you’ve already reached.',
  activate: 'Activate a Battle Pass',
  activated: 'Battle Pass activated',
  failed: "We couldn't activate the Battle Pass. Please try again.",
  notOwned: 'A second reward at most tiers, including those you’ve already reached.',
  toShop: 'Get one in the Shop',
})

export const POINTS = catalogue({
  title: 'Your points',
  tier: 'Tier {tier, number}',
  noTier: 'No tier yet',
  missing: '{missing, number} more to tier {tier, number}.',
  complete: "You've reached every tier.",
  how: '{played, plural, one {{played, number} point} other {{played, number} points}} for every battle that counts, {won, number} more for winning it. Rush counts from minute {rush, number}, Stamina from minute {stamina, number}.',
})

export const TIERS = catalogue({
  title: 'Tiers',
  tier: '<spoken>Tier </spoken>{tier, number}',
  points:
    '{points, plural, one {{points, number} point} other {{points, number} points}}<spoken>{reached, select, yes {, reached} other {, not reached yet}}</spoken>',
})

export const TRACK = catalogue({
  free: 'For everyone',
  pass: 'With the pass',
})

export const REWARD = catalogue({
  claim: 'Claim',
  claimOf: 'Claim {reward} of tier {tier, number}',
  claimFailed: "We couldn't claim the reward. Please try again.",
  claimedOne: '{reward} claimed',
  claimed: 'Claimed',
  needsPass: 'Needs the pass',
  locked: 'Locked',
})

import { catalogue } from '../shared/texts/catalogue.js'

export const TERMS = catalogue({
  title: 'Terms of Service',
  effective: 'Effective {date}',
  agree: 'By using Kla you agree to these terms. If you don’t agree with them, don’t use it.',
  contactTitle: 'Contact',
  contact: 'Write to us by e-mail: <contact>the e-mail address provided by the operator of this site</contact>.',
})

export const TERMS_AGE = catalogue({
  title: '18 or older, without exception',
  text: 'You must be at least 18 years old. If you meet someone who is under age, leave and report them at once. Knowingly interacting with underage users is forbidden and may have legal consequences.',
})

export const TERMS_ACCOUNT = catalogue({
  title: 'Your account',
  text: 'You log in with Discord, and your account here is tied to your Discord account. You are responsible for everything that happens under it.',
})

export const TERMS_CONDUCT = catalogue({
  title: 'How we treat each other',
  harassment: 'No harassment of any kind.',
  personal: 'No demanding personal information: names, addresses, accounts, pictures.',
  cheating: 'No hacking, no cheating, and no disrupting the service for others.',
  report: 'The report button sits next to your opponent’s video throughout the battle. Please use it.',
})

export const TERMS_COMPETING = catalogue({
  title: 'Competing',
  ownBattles: 'Play your own battles. Trading wins or playing on another person’s account is cheating.',
  leaderboards: 'The leaderboards’ footnotes say what counts. We may correct an entry that came about unfairly.',
  cups: 'In a cup, a player who isn’t there in time forfeits the tie. A judge may watch a tie and decide a dispute. That decision is final.',
  spectators:
    'Spectators may watch only while both players consent. These terms apply to spectators as well as to players.',
})

export const TERMS_BANS = catalogue({
  title: 'Bans',
  text: 'We may ban an account at our discretion, temporarily or permanently.',
})

export const TERMS_PURCHASES = catalogue({
  title: 'Purchases',
  text: 'GIF saves, Wild Cards and the Battle Pass are paid features. All sales are final. Prices may change, but that doesn’t affect what you have already bought. A Battle Pass is valid for one season. You can claim the rewards you reach in it until {days, plural, one {one day} other {{days, number} days}} after the season ends.',
})

export const TERMS_WARRANTY = catalogue({
  title: 'No warranty',
  text: 'The service is provided as is. It is an alpha: it may break, change or pause, and we don’t promise that it fits any particular purpose.',
})

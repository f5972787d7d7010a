import { catalogue } from '../shared/texts/catalogue.js'

export const HOME = catalogue({
  welcomeBack: 'Welcome back, {name}',
  welcome: 'Welcome to Kla',
  titleFirst: 'Two corners.',
  titleSecond: 'One ring.',
  lead: 'A live one-to-one webcam game for adults. Meet on camera, pick GIFs for each other round after round, and settle it with a vote.',
  find: 'Find an opponent',
  age: '18 or older, no exceptions.',
  practice: 'Try a practice round',
  leaderboards: 'See the leaderboards',
  you: 'You',
  opponent: 'Opponent',
})

export const BATTLE_BEATS = catalogue({
  title: 'How a battle works',
  seconds: '{seconds, number} s',
  minutes: '{minutes, number} min',
  ready: 'Ready up',
  readyText: 'One room, two seats. The bell rings when you’re both ready.',
  pick: 'Pick',
  pickText: 'A hand of GIFs comes up. Choose what your opponent gets.',
  take: 'Take it',
  takeText: 'What they picked for you takes the stage. Then comes the next round.',
  vote: 'Vote',
  voteText: 'Someone finishes, then you both vote. If you agree, there’s a winner.',
})

export const GAMEMODES = catalogue({
  title: 'Two ways to go the distance',
  rush: 'Rush Battle',
  rushText: '1-on-1 cam chat. Every round you send a GIF from the choices you’re dealt. First to finish wins.',
  stamina: 'Stamina Battle',
  staminaText: 'Same ring, other goal: how long can you last while the GIFs keep coming?',
  limits: 'Up to {cap, plural, one {one minute} other {{cap, number} minutes}}. Counts from minute {counted, number}.',
})

export const HOUSE_RULES = catalogue({
  title: 'House rules',
  adults: 'Adults only. If you’re under 18, this isn’t for you.',
  harassment: 'No harassment. No asking for names, addresses or accounts.',
  leave: 'Leave whenever you like. You never owe anyone a reason.',
  more: 'See the <terms>Terms of Service</terms> and <privacy>Privacy</privacy> for the rest.',
})

import { catalogue } from '../shared/texts/catalogue.js'

export const CUPS = catalogue({
  title: 'Cups',
  lead: 'Knockout, tie by tie, until one player is left. Cups run automatically, so just be there.',
  running: 'Running now',
  upcoming: 'Upcoming',
  past: 'Past',
  champion: 'Champion: <strong>{name}</strong>',
  loading: 'Loading the cups…',
  none: 'No cups yet',
  noneWhy: 'The next one appears here as soon as it is announced.',
  findOpponent: 'Find an opponent',
  failed: "We couldn't load the cups",
  failedWhy: 'We can’t reach that part of Kla right now.',
})

import { catalogue } from '../shared/texts/catalogue.js'

export const WATCHERS = catalogue({
  label: 'Watching',
  judge: 'judge',
  spectator: 'spectator',
  titled: '{name} ({role})',
  came: '{count, plural, one {{names} is watching now.} other {{names} are watching now.}}',
  went: '{count, plural, one {{names} has stopped watching.} other {{names} have stopped watching.}}',
})

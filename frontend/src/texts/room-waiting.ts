import { catalogue } from '../shared/texts/catalogue.js'

/** Says who has to do what before the first battle. */
export const WAITING = catalogue({
  alone: 'Waiting for an opponent',
  deserted: "Your opponent isn't here",
  findAnother: 'No one else can join. Press Next to find another opponent.',
  untilDeadline: 'Stay in this room. The cup decides this tie when its time is up.',
  opponentMissing: 'Waiting for {opponent} to be ready',
  youMissing: '{opponent} is ready. Are you?',
  bothMissing: 'Ready when you are',
  text: 'Round 1 begins when both are ready. You pick a GIF for each other, then each of you watches what the other sent.',
})

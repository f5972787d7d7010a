import { answerWithin } from './at-most.js'

/** A server that is well answers in milliseconds. One that has died says nothing, not even that it has. */
const ANSWER_WITHIN_MS = 1_000

/** Whether what a process needs answers now. A failure is a no, and so is a silence. */
export const answersNow = (ask: () => boolean | Promise<boolean>): Promise<boolean> =>
  answerWithin(ANSWER_WITHIN_MS, (async () => ask())(), false)

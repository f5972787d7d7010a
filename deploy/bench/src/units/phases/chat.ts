import type { Ground, SeatedPair } from '../ground.js'
import { forAll } from '../people.js'

/** As many as a connection may say at once. */
const LINES = 30

/** Lines between two on one gateway, or on two. */
export const chat = ({ measure }: Ground, where: 'one gateway' | 'two gateways', pairs: readonly SeatedPair[]) =>
  measure.work(`chat line, ${where}`, async () => {
    const people = pairs.flatMap(({ roomId, first, second }) => [first, second].map(({ bot }) => ({ roomId, bot })))
    await forAll(people, async ({ roomId, bot }) => {
      for (let line = 0; line < LINES; line++) await bot.say(roomId)
    })
    return people.length * LINES
  })

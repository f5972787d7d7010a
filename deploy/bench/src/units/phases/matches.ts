import { nextEvent } from '../../bots/index.js'
import type { Ground, Person } from '../ground.js'
import { surely } from '../people.js'

/** Two find each other by quick match, accept, and sit down. */
export const matches = ({ measure }: Ground, people: readonly Person[]) =>
  measure.work('match', async () => {
    await Promise.all(people.map(findOne))
    return people.length / 2
  })

async function findOne({ bot }: Person): Promise<void> {
  const found = nextEvent(bot.client, 'match-found', ({ accepted }) => !accepted)
  const ready = nextEvent(bot.client, 'match-ready')
  await surely(bot, 'find-match', { mode: 'rush', category: 'default' })
  await surely(bot, 'answer-match', { matchId: (await found).matchId, accept: true })
  const { roomId } = await ready
  await surely(bot, 'join-room', { roomId, passcode: null, role: 'player' })
}

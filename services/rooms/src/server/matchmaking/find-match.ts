import { KlaError, type Call } from '@kla/chassis'
import type { FindMatchRequest, MatchState } from '@kla/proto'
import { poolOf } from '../../domain/matchmaking/pool.js'
import { REFUSAL } from '../../room/claim-seat.js'
import { connectionOf } from '../connection.js'
import { personOf } from '../person.js'
import { adultRoomGoer } from '../room-goer.js'
import type { Dependencies } from './dependencies.js'
import { stateOf } from './state-of.js'

export const findMatch =
  (dependencies: Dependencies) =>
  async ({ mode, category, commandId, ...request }: FindMatchRequest, call: Call): Promise<MatchState> => {
    const { searches, ratings, bars, seatedElsewhere, now } = dependencies
    const principal = await adultRoomGoer(call, now())
    const { accountId } = principal
    const connection = connectionOf(request.connection)
    const pool = poolOf(mode, category)
    if (!pool) throw new KlaError('INVALID_FIELD', 'There is no such mode or category.')
    const [closed, seated, rating] = await Promise.all([
      bars.closedBy(accountId),
      seatedElsewhere(accountId),
      ratings.of(accountId),
    ])
    if (closed) throw new KlaError(REFUSAL[closed])
    if (seated) throw new KlaError('ALREADY_SEATED')
    const wanted = { command: commandId, person: personOf(principal), connection, pool, rating }
    const found = await searches.find(wanted)
    if ('refused' in found) throw new KlaError(found.refused, haveToWait(found.waitMs))
    return stateOf(dependencies, found.own)
  }

function haveToWait(waitMs: number): string {
  const seconds = Math.ceil(waitMs / 1_000)
  return `You let several matches go. You can search again in ${seconds} second${seconds === 1 ? '' : 's'}.`
}

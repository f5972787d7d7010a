import { KlaError, type Call } from '@kla/chassis'
import type { AnswerMatchRequest, MatchState } from '@kla/proto'
import type { Dependencies } from './dependencies.js'
import { stateOf } from './state-of.js'

export const answerMatch =
  (dependencies: Dependencies) =>
  async (request: AnswerMatchRequest, call: Call): Promise<MatchState> => {
    const { searches, opening, metrics } = dependencies
    const { accountId } = await call.principal()
    const answered = await searches.answer(accountId, request)
    if ('refused' in answered) throw new KlaError(answered.refused)
    metrics.answers.inc({ answer: request.accept ? 'accepted' : 'declined' })
    const { stage } = answered.own
    // Not awaited: that both have accepted stands, and a sweep opens the room if this pod does not.
    if (stage.kind === 'opening') opening.begin(stage.match)
    return stateOf(dependencies, answered.own)
  }

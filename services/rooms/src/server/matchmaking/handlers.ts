import type { Handlers } from '@kla/chassis'
import type { MatchmakingServiceService } from '@kla/proto'
import { answerMatch } from './answer-match.js'
import { cancelMatch } from './cancel-match.js'
import type { Dependencies } from './dependencies.js'
import { dropTickets } from './drop-tickets.js'
import { findMatch } from './find-match.js'
import { keepTickets } from './keep-tickets.js'

export const handlers = (dependencies: Dependencies): Handlers<MatchmakingServiceService> => ({
  findMatch: findMatch(dependencies),
  cancelMatch: cancelMatch(dependencies),
  answerMatch: answerMatch(dependencies),
  keepTickets: keepTickets(dependencies),
  dropTickets: dropTickets(dependencies),
})

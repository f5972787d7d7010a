import { implement } from '@kla/chassis'
import { MatchmakingServiceService } from '@kla/proto'
import { notOpenYet } from './not-open-yet.js'
import type { Ground, Part } from './part.js'

export const composeMatchmaking = (_ground: Ground): Part => ({
  implementation: implement(MatchmakingServiceService, notOpenYet(MatchmakingServiceService)),
})

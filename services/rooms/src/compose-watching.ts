import { implement } from '@kla/chassis'
import { WatchingServiceService } from '@kla/proto'
import { notOpenYet } from './not-open-yet.js'
import type { Ground, Part } from './part.js'

export const composeWatching = (_ground: Ground): Part => ({
  implementation: implement(WatchingServiceService, notOpenYet(WatchingServiceService)),
})

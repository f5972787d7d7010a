import { implement } from '@kla/chassis'
import { CupsServiceService } from '@kla/proto'
import { notOpenYet } from './not-open-yet.js'
import type { Ground, Part } from './part.js'

export const composeCups = (_ground: Ground): Part => ({
  implementation: implement(CupsServiceService, notOpenYet(CupsServiceService)),
})

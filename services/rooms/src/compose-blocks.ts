import { implement, type Database } from '@kla/chassis'
import { BlocksServiceService } from '@kla/proto'
import type { Blocked } from './domain/blocked.js'
import { notOpenYet } from './not-open-yet.js'
import type { Part } from './part.js'

export const composeBlocks = (_ground: { readonly database: Database }): Part & { readonly blocked: Blocked } => ({
  implementation: implement(BlocksServiceService, notOpenYet(BlocksServiceService)),
  blocked: async () => false,
})

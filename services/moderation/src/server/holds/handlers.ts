import type { ModerationHandlers } from '../dependencies.js'
import type { HoldParts } from './parts.js'
import { placeHold } from './place-hold.js'
import { releaseHold } from './release-hold.js'

export const holdHandlers = (parts: HoldParts) =>
  ({
    placeHold: placeHold(parts),
    releaseHold: releaseHold(parts),
  }) satisfies Partial<ModerationHandlers>

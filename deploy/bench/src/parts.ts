import { enginePart } from './engine/part.js'
import { pagePart } from './page/part.js'
import { relayPart } from './relay/part.js'
import type { Part } from './result.js'

/** What the bench consists of, in the order in which it runs. */
export const PARTS: readonly Part[] = [relayPart, enginePart, pagePart]

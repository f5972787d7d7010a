import { battlesPart } from './battles/part.js'
import { enginePart } from './engine/part.js'
import { pagePart } from './page/part.js'
import { picturePart } from './picture/part.js'
import { relayPart } from './relay/part.js'
import type { Part } from './result.js'
import { startPart } from './start/part.js'
import { stepsPart } from './steps/part.js'

/** What the bench consists of, in the order in which it runs. */
export const PARTS: readonly Part[] = [relayPart, enginePart, battlesPart, pagePart, picturePart, startPart, stepsPart]

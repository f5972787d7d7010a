import { KlaError } from '@kla/chassis'
import { EVIDENCE_MAX_BYTES } from '@kla/proto/web'
import { hasUnstorableText } from './storable-text.js'

/** Deeper than evidence ever is, and far from where reading it would take a stack. */
const DEPTH_MAX = 64

/**
 * Evidence as the text of its JSON, whether it came as a value or as such a text; empty for none. Throws
 * EVIDENCE_INVALID.
 */
export function evidenceText(given: unknown): string {
  if (given === undefined || given === null) return ''
  if (typeof given === 'string' && given.trim() === '') return ''
  const value = typeof given === 'string' ? parsed(given) : given
  if (depthOf(value) > DEPTH_MAX || hasUnstorableText(value)) throw new KlaError('EVIDENCE_INVALID')
  const text = JSON.stringify(value)
  if (Buffer.byteLength(text) > EVIDENCE_MAX_BYTES) throw new KlaError('EVIDENCE_INVALID')
  return text
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    throw new KlaError('EVIDENCE_INVALID', undefined, { cause: error })
  }
}

/** How many arrays and objects lie in each other, counted level by level: a call for each takes a stack as deep. */
function depthOf(value: unknown): number {
  let depth = 0
  for (let level = [value]; depth <= DEPTH_MAX; depth += 1) {
    level = level.flatMap((one) => (typeof one === 'object' && one !== null ? Object.values(one) : []))
    if (level.length === 0) break
  }
  return depth
}

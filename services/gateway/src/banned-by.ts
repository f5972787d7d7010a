import { KlaError } from '@kla/chassis'
import type { Restriction } from '@kla/proto'
import { statementOf } from './statement.js'

/** The refusal of what a ban forbids, with its statement. */
export function bannedBy(ban: Restriction): KlaError {
  const { reason, text } = statementOf(ban)
  return new KlaError(reason, text)
}

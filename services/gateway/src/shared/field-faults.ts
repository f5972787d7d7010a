import { KlaError } from '@kla/chassis'
import { type Reason, REASONS } from '@kla/proto/web'

/** What a validation error says of its place, as TypeBox and Fastify give it. */
export interface FieldFault {
  /** JSON pointer of the value. The name of an absent field is in `params`. */
  readonly instancePath: string
  readonly params: object
}

/** A name that the request made up does not belong in a text. */
const FIELD = /^[\w.]{1,100}$/

/** Returns an error whose text names the first field at fault. */
export function errorOf([fault]: readonly FieldFault[], reason: Reason = 'INVALID_FIELD'): KlaError {
  const field = fault ? fieldOf(fault) : ''
  const { text } = REASONS[reason]
  return new KlaError(reason, FIELD.test(field) ? text.replace(/\.$/, ` (${field}).`) : text)
}

function fieldOf({ instancePath, params }: FieldFault): string {
  const { requiredProperties: [missing] = [] } = params as { requiredProperties?: readonly string[] }
  return [...instancePath.split('/').slice(1), ...(missing === undefined ? [] : [missing])].join('.')
}

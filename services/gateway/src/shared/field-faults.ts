import { invalidField, KlaError } from '@kla/chassis'

/** What a validation error says of its place, as TypeBox and Fastify give it. */
export interface FieldFault {
  /** JSON pointer of the value. The name of an absent field is in `params`. */
  readonly instancePath: string
  readonly params: object
}

/** A name that the request made up does not belong in a text. */
const FIELD = /^[\w.]{1,100}$/

/** INVALID_FIELD with the first field at fault. */
export function errorOf([fault]: readonly FieldFault[]): KlaError {
  const field = fault ? fieldOf(fault) : ''
  return FIELD.test(field) ? invalidField(field) : new KlaError('INVALID_FIELD')
}

function fieldOf({ instancePath, params }: FieldFault): string {
  const { requiredProperties: [missing] = [] } = params as { requiredProperties?: readonly string[] }
  return [...instancePath.split('/').slice(1), ...(missing === undefined ? [] : [missing])].join('.')
}

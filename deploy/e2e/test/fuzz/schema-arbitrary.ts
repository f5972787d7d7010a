import fc from 'fast-check'

/** The part of JSON Schema that the contract uses. */
export interface Schema {
  readonly type?: string | readonly string[]
  readonly enum?: readonly unknown[]
  readonly const?: unknown
  readonly anyOf?: readonly Schema[]
  readonly oneOf?: readonly Schema[]
  readonly properties?: Readonly<Record<string, Schema>>
  readonly required?: readonly string[]
  readonly items?: Schema
  readonly minItems?: number
  readonly maxItems?: number
  readonly minLength?: number
  readonly maxLength?: number
  readonly pattern?: string
  readonly format?: string
  readonly minimum?: number
  readonly maximum?: number
}

const LONGEST = 60
const MOST_ITEMS = 4
const INT32 = 2_147_483_647

/** Values that a schema accepts, as far as its keywords say. */
export function validFor(schema: Schema): fc.Arbitrary<unknown> {
  if (schema.const !== undefined) return fc.constant(schema.const)
  if (schema.enum) return fc.constantFrom(...schema.enum)
  const choices = schema.anyOf ?? schema.oneOf
  if (choices) return fc.oneof(...choices.map(validFor))
  const [type] = Array.isArray(schema.type) ? (schema.type as readonly string[]) : [schema.type]
  switch (type) {
    case 'object':
      return objectFor(schema)
    case 'array':
      return fc.array(validFor(schema.items ?? {}), {
        minLength: schema.minItems ?? 0,
        maxLength: Math.max(schema.minItems ?? 0, Math.min(schema.maxItems ?? MOST_ITEMS, MOST_ITEMS)),
      })
    case 'integer':
      return fc.integer({ min: schema.minimum ?? -INT32, max: schema.maximum ?? INT32 })
    case 'number':
      return fc.double({ min: schema.minimum ?? -1e9, max: schema.maximum ?? 1e9, noNaN: true })
    case 'boolean':
      return fc.boolean()
    case 'null':
      return fc.constant(null)
    case 'string':
      return textFor(schema)
    default:
      return fc.jsonValue({ maxDepth: 2 })
  }
}

function objectFor({ properties = {}, required = [] }: Schema): fc.Arbitrary<unknown> {
  const fields = Object.entries(properties).map(([name, schema]) => [name, validFor(schema)] as const)
  return fc.record(Object.fromEntries(fields), { requiredKeys: required.filter((name) => name in properties) })
}

function textFor({ minLength = 0, maxLength = LONGEST, pattern, format }: Schema): fc.Arbitrary<string> {
  if (pattern !== undefined) return fc.stringMatching(new RegExp(pattern))
  if (format === 'uuid') return fc.uuid()
  if (format === 'email') return fc.emailAddress()
  if (format === 'date-time') return fc.date({ noInvalidDate: true }).map((date) => date.toISOString())
  return fc.string({ minLength, maxLength: Math.max(minLength, Math.min(maxLength, LONGEST)), unit: 'binary' })
}

/** Values known to break servers. */
export const hostile: fc.Arbitrary<unknown> = fc.oneof(
  fc.constantFrom<unknown>(
    ...[
      '',
      ' ',
      '\u0000',
      '\uD800',
      '\u202E',
      "' OR 1=1 --",
      '%00',
      '../../etc/passwd',
      '${7*7}',
      '<svg onload=1>',
      '-0',
      '1e999',
    ],
    ...[
      null,
      true,
      -1,
      0.5,
      2 ** 31,
      2 ** 53,
      [],
      {},
      [[[[]]]],
      { __proto__: null },
      { constructor: { prototype: {} } },
    ],
  ),
  fc.integer({ min: 1, max: 20_000 }).map((length) => 'a'.repeat(length)),
  fc.jsonValue({ maxDepth: 3 }),
)

/** A valid value in which, half of the time, one place holds something hostile, is missing, or is one too many. */
export function mostlyValidFor(schema: Schema): fc.Arbitrary<unknown> {
  return fc
    .tuple(validFor(schema), hostile, fc.nat(), fc.constantFrom('keep', 'keep', 'replace', 'remove', 'add'))
    .map(([value, bad, seed, how]) => (how === 'keep' ? value : spoil(value, bad, seed, how)))
}

function spoil(value: unknown, bad: unknown, seed: number, how: string): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return how === 'replace' ? bad : value
  const names = Object.keys(value)
  if (how === 'add' || names.length === 0) return { ...value, surplus: bad }
  const name = names[seed % names.length] as string
  const { [name]: _, ...rest } = value as Record<string, unknown>
  return how === 'remove' ? rest : { ...rest, [name]: bad }
}

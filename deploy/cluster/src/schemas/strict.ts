import type { Schema } from './openapi.js'

/**
 * The schema with every unnamed field refused, as `kubectl apply --validate=strict` does: a misspelt field is the
 * commonest mistake in a chart, and OpenAPI alone lets it pass.
 */
export function strict(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(strict)
  if (schema === null || typeof schema !== 'object') return schema
  const walked = Object.fromEntries(Object.entries(schema as Schema).map(([key, value]) => [key, walk(key, value)]))
  if (schema instanceof Object && 'x-kubernetes-int-or-string' in schema) return { type: ['integer', 'string'] }
  return closes(walked) ? { ...walked, additionalProperties: false } : walked
}

const walk = (key: string, value: unknown): unknown => {
  // Below `properties` stand names of fields, not keywords.
  if (key === 'properties') {
    return Object.fromEntries(Object.entries(value as Schema).map(([name, schema]) => [name, strict(schema)]))
  }
  return key === 'enum' || key === 'default' || key === 'required' || key === 'example' ? value : strict(value)
}

const closes = (schema: Schema): boolean =>
  schema['type'] === 'object' &&
  'properties' in schema &&
  !('additionalProperties' in schema) &&
  schema['x-kubernetes-preserve-unknown-fields'] !== true

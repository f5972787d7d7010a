import { readFile } from 'node:fs/promises'
import { expect, test } from '@jest/globals'
import { CHART } from '@kla/cluster'
import { isAlias, isCollection, isMap, isScalar, type Pair, type ParsedNode, parseDocument } from 'yaml'

interface Schema {
  readonly description?: string
  readonly properties?: Readonly<Record<string, Schema>>
  readonly additionalProperties?: Schema | boolean
  readonly $ref?: string
  readonly allOf?: readonly Schema[]
  readonly definitions?: Readonly<Record<string, Schema>>
}

interface Value {
  readonly path: readonly string[]
  /** Whether it, or what it is a part of, has a line on what it is for. */
  readonly described: boolean
}

const values = valuesOf(parseDocument(await readFile(`${CHART}/values.yaml`, 'utf8')).contents, [], false)
const schema = JSON.parse(await readFile(`${CHART}/values.schema.json`, 'utf8')) as Schema

test('valuesOf finds every value', () => {
  const paths = values.map(({ path }) => path.join('.'))
  expect(paths).toContain('site.publicUrl')
  expect(paths).toContain('services.game-engine.autoscaling.maxReplicas')
  expect(paths.length).toBeGreaterThan(100)
})

test('every value has a comment', () => {
  // Overrides of a service are documented at the default.
  const described = new Set(values.filter((value) => value.described).map(({ path }) => path.join('.')))
  const undocumented = values.filter(
    ({ path, described: own }) => !own && !described.has(defaultOf(path).join('.')) && path[3] !== 'targets',
  )
  expect(undocumented.map(({ path }) => path.join('.'))).toEqual([])
})

test('every value has a description in the schema', () => {
  const undescribed = values.map(({ path }) => path).filter((path) => !described(path))
  expect(undescribed.map((path) => path.join('.'))).toEqual([])
})

test('a missing comment or description is found', () => {
  const [value] = valuesOf(parseDocument('a:\n  # for nothing\n  b: 1\n').contents, [], false)
  expect(value).toEqual({ path: ['a', 'b'], described: false })
  expect(described(['site', 'nothing'])).toBe(false)
})

function valuesOf(node: ParsedNode | null, path: readonly string[], described: boolean): Value[] {
  if (!isMap(node) || node.items.length === 0) return [{ path, described }]
  return (node.items as Pair<ParsedNode, ParsedNode | null>[]).flatMap(({ key, value }, index) => {
    const name = isScalar(key) ? String(key.value) : ''
    // The parser hands the comment above the first key of a map to the map itself.
    const above = (index === 0 ? node.commentBefore : undefined) ?? (isScalar(key) ? key.commentBefore : undefined)
    const here = described || /(^|\n) -- /.test(above ?? '')
    return isAlias(value) || !isCollection(value)
      ? [{ path: [...path, name], described: here }]
      : valuesOf(value, [...path, name], here)
  })
}

const defaultOf = (path: readonly string[]): readonly string[] =>
  path[0] === 'services' ? ['defaults', ...path.slice(2)] : path

function described(path: readonly string[]): boolean {
  let here: Schema = schema
  for (const name of path) {
    const at = resolve(here)
    const next: Schema | undefined = at.properties?.[name]
    // A part of something that is free in form, such as an annotation, is described with the whole.
    if (next === undefined) return at.additionalProperties !== false && hasDescription(here)
    here = next
  }
  return hasDescription(here)
}

const hasDescription = (at: Schema): boolean => at.description !== undefined || resolve(at).description !== undefined

// A schema that refers to another stands for it; `allOf` is where a description stands beside the reference.
function resolve(at: Schema): Schema {
  const reference = at.$ref ?? at.allOf?.find(({ $ref }) => $ref !== undefined)?.$ref
  return reference === undefined ? at : (schema.definitions?.[reference.split('/').at(-1) ?? ''] ?? {})
}

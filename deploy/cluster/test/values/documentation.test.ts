import { expect, test } from '@jest/globals'
import { readFile } from 'node:fs/promises'
import { CHART } from '@kla/cluster'
import { isAlias, isCollection, isMap, isScalar, parseDocument, type Pair, type ParsedNode } from 'yaml'

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
  readonly told: boolean
}

const values = valuesOf(parseDocument(await readFile(`${CHART}/values.yaml`, 'utf8')).contents, [], false)
const schema = JSON.parse(await readFile(`${CHART}/values.schema.json`, 'utf8')) as Schema

test('The walk over values.yaml finds what is there', () => {
  const paths = values.map(({ path }) => path.join('.'))
  expect(paths).toContain('site.publicUrl')
  expect(paths).toContain('services.game-engine.autoscaling.maxReplicas')
  expect(paths.length).toBeGreaterThan(100)
})

test('Every value has a comment that says what it is for', () => {
  // What a service says otherwise is told where the default is.
  const told = new Set(values.filter((value) => value.told).map(({ path }) => path.join('.')))
  const untold = values.filter(({ path, told: own }) => !own && !told.has(defaultOf(path).join('.')) && path[3] !== 'targets')
  expect(untold.map(({ path }) => path.join('.'))).toEqual([])
})

test('Every value has a description in the schema', () => {
  const undescribed = values.map(({ path }) => path).filter((path) => !described(path))
  expect(undescribed.map((path) => path.join('.'))).toEqual([])
})

test('A comment or a description that is missing would be found', () => {
  const [value] = valuesOf(parseDocument('a:\n  # for nothing\n  b: 1\n').contents, [], false)
  expect(value).toEqual({ path: ['a', 'b'], told: false })
  expect(described(['site', 'nothing'])).toBe(false)
})

function valuesOf(node: ParsedNode | null, path: readonly string[], told: boolean): Value[] {
  if (!isMap(node) || node.items.length === 0) return [{ path, told }]
  return (node.items as Pair<ParsedNode, ParsedNode | null>[]).flatMap(({ key, value }, index) => {
    const name = isScalar(key) ? String(key.value) : ''
    // The parser hands the comment above the first key of a map to the map itself.
    const above = (index === 0 ? node.commentBefore : undefined) ?? (isScalar(key) ? key.commentBefore : undefined)
    const here = told || /(^|\n) -- /.test(above ?? '')
    return isAlias(value) || !isCollection(value) ? [{ path: [...path, name], told: here }] : valuesOf(value, [...path, name], here)
  })
}

const defaultOf = (path: readonly string[]): readonly string[] => (path[0] === 'services' ? ['defaults', ...path.slice(2)] : path)

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

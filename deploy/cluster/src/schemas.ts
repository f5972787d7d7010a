import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Ajv, type ValidateFunction } from 'ajv'
import { parseAllDocuments } from 'yaml'
import { nameOf } from './manifests/read.js'
import type { KubeObject } from './manifests/types.js'

/** Returns an object's faults; an unknown kind is one. */
export type Validate = (object: KubeObject) => readonly string[]

export async function createValidate(modules: Readonly<Record<string, string>>): Promise<Validate> {
  const folder = (path: string): string => modules[path] ?? ''
  const sources = await Promise.all([
    builtInKinds(folder('k8s.io/kubernetes')),
    ...Object.entries(DEFINITIONS).map(([path, below]) => customKinds(join(folder(path), below))),
  ])
  return validateWith(new Map(sources.flatMap((kinds) => [...kinds])))
}

interface Schema {
  readonly [keyword: string]: unknown
}

interface KindSchema {
  readonly schema: Schema
  readonly definitions: Readonly<Record<string, Schema>>
}

type KindSchemas = ReadonlyMap<string, KindSchema>

interface GroupVersionKind {
  readonly group: string
  readonly version: string
  readonly kind: string
}

async function builtInKinds(kubernetes: string): Promise<KindSchemas> {
  const folder = join(kubernetes, 'api/openapi-spec/v3')
  const files = (await readdir(folder)).filter((file) => /^apis?__.*v\d+_openapi\.json$/.test(file))
  const kinds = new Map<string, KindSchema>()
  for (const file of files) {
    const document = JSON.parse(await readFile(join(folder, file), 'utf8')) as {
      components?: { schemas?: Record<string, Schema> }
    }
    const definitions = document.components?.schemas ?? {}
    for (const schema of Object.values(definitions)) {
      for (const gvk of (schema['x-kubernetes-group-version-kind'] ?? []) as GroupVersionKind[]) {
        kinds.set(keyOf(gvk), { schema, definitions })
      }
    }
  }
  return kinds
}

async function customKinds(folder: string): Promise<KindSchemas> {
  const kinds = new Map<string, KindSchema>()
  for (const { spec } of await customResourceDefinitions(folder)) {
    for (const { name, schema } of spec.versions) {
      kinds.set(keyOf({ group: spec.group, version: name, kind: spec.names.kind }), {
        schema: withMetadata(schema.openAPIV3Schema),
        definitions: {},
      })
    }
  }
  return kinds
}

interface CustomResourceDefinition {
  readonly kind: string
  readonly metadata: { readonly name: string }
  readonly spec: {
    readonly group: string
    readonly names: { readonly kind: string; readonly plural: string }
    readonly scope: 'Namespaced' | 'Cluster'
    readonly versions: readonly { readonly name: string; readonly schema: { readonly openAPIV3Schema: Schema } }[]
  }
}

export async function customResourceDefinitions(folder: string): Promise<readonly CustomResourceDefinition[]> {
  const files = (await readdir(folder)).filter((file) => file.endsWith('.yaml')).sort()
  const texts = await Promise.all(files.map((file) => readFile(join(folder, file), 'utf8')))
  return texts
    .flatMap((text) => [...parseAllDocuments(text)].map((document): unknown => document.toJS()))
    .filter(
      (value): value is CustomResourceDefinition =>
        (value as { kind?: string } | null)?.kind === 'CustomResourceDefinition',
    )
}

const keyOf = ({ group, version, kind }: GroupVersionKind): string =>
  group === '' ? `${version}/${kind}` : `${group}/${version}/${kind}`

function withMetadata(schema: Schema): Schema {
  const properties = schema['properties'] as Readonly<Record<string, Schema>>
  const text = { type: 'string' }
  return { ...schema, properties: { ...properties, apiVersion: text, kind: text, metadata: { type: 'object' } } }
}

/** Rejects unknown fields, like `kubectl apply --validate=strict`. */
function strict(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(strict)
  if (schema === null || typeof schema !== 'object') return schema
  const walked = Object.fromEntries(Object.entries(schema as Schema).map(([key, value]) => [key, walk(key, value)]))
  if (schema instanceof Object && 'x-kubernetes-int-or-string' in schema) return { type: ['integer', 'string'] }
  return closes(walked) ? { ...walked, additionalProperties: false } : walked
}

const walk = (key: string, value: unknown): unknown => {
  // Keys here are field names, not keywords.
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

export const DEFINITIONS: Readonly<Record<string, string>> = {
  'sigs.k8s.io/gateway-api': 'config/crd/standard',
  'github.com/prometheus-operator/prometheus-operator': 'example/prometheus-operator-crd',
  'github.com/kedacore/keda/v2': 'config/crd/bases',
  'github.com/cert-manager/cert-manager': 'deploy/crds',
}

function validateWith(kinds: KindSchemas): Validate {
  const compiled = new Map<string, ValidateFunction>()
  return (object) => {
    const key = `${object.apiVersion}/${object.kind}`
    const kind = kinds.get(key)
    if (kind === undefined) return [`${nameOf(object)}: no ${key} in the schemas`]
    const validate = compiled.get(key) ?? compile(kind)
    compiled.set(key, validate)
    if (validate(object)) return []
    return (validate.errors ?? []).map(({ instancePath, message, params }) => {
      const field = (params as { additionalProperty?: string }).additionalProperty
      return `${nameOf(object)} ${instancePath || '/'}: ${message ?? 'is wrong'}${field === undefined ? '' : ` (${field})`}`
    })
  }
}

function compile({ schema, definitions }: KindSchema): ValidateFunction {
  // Kubernetes has formats that JSON Schema lacks.
  const ajv = new Ajv({
    strict: false,
    validateFormats: false,
    allErrors: true,
    logger: false,
    code: { regExp: goPattern },
  })
  return ajv.compile({ ...(strict(schema) as object), components: { schemas: strictAll(definitions) } })
}

// Go's patterns have flags and escapes that `u` rejects.
const goPattern = Object.assign(
  (pattern: string) => new RegExp(pattern.replaceAll('(?i)', ''), pattern.includes('(?i)') ? 'i' : ''),
  { code: 'new RegExp' },
)

const strictAll = (definitions: KindSchema['definitions']): object =>
  Object.fromEntries(Object.entries(definitions).map(([name, schema]) => [name, strict(schema)]))

import { join } from 'node:path'
import { Ajv, type ValidateFunction } from 'ajv'
import { nameOf } from '../manifests/parse.js'
import type { KubeObject } from '../manifests/types.js'
import { builtInKinds, customKinds, type KindSchema, type KindSchemas } from './openapi.js'
import { strict } from './strict.js'

/** Where the modules keep their custom resource definitions. */
export const DEFINITIONS: Readonly<Record<string, string>> = {
  'sigs.k8s.io/gateway-api': 'config/crd/standard',
  'github.com/prometheus-operator/prometheus-operator': 'example/prometheus-operator-crd',
  'github.com/kedacore/keda/v2': 'config/crd/bases',
  'github.com/cert-manager/cert-manager': 'deploy/crds',
}

/** The faults of an object against the schema of its kind; a kind that nobody defines is one. */
export type Validate = (object: KubeObject) => readonly string[]

/** Reads the schemas of Kubernetes and of the custom resources that the chart may render. */
export async function createValidate(modules: Readonly<Record<string, string>>): Promise<Validate> {
  const folder = (path: string): string => modules[path] ?? ''
  const sources = await Promise.all([
    builtInKinds(folder('k8s.io/kubernetes')),
    ...Object.entries(DEFINITIONS).map(([path, below]) => customKinds(join(folder(path), below))),
  ])
  return validateWith(new Map(sources.flatMap((kinds) => [...kinds])))
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
  // Kubernetes' formats (int32, date-time of its own) are not JSON Schema's, and its documents use keywords of their own.
  const ajv = new Ajv({ strict: false, validateFormats: false, allErrors: true, logger: false, code: { regExp: goPattern } })
  return ajv.compile({ ...(strict(schema) as object), components: { schemas: strictAll(definitions) } })
}

// Patterns are written for Go, whose flags stand in the pattern, and which escapes more than JavaScript's `u` allows.
const goPattern = Object.assign(
  (pattern: string) => new RegExp(pattern.replaceAll('(?i)', ''), pattern.includes('(?i)') ? 'i' : ''),
  { code: 'new RegExp' },
)

const strictAll = (definitions: KindSchema['definitions']): object =>
  Object.fromEntries(Object.entries(definitions).map(([name, schema]) => [name, strict(schema)]))

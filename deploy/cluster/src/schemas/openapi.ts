import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { parseAllDocuments } from 'yaml'

export interface Schema {
  readonly [keyword: string]: unknown
}

/** A kind of object with its schema; `definitions` are what its references point to. */
export interface KindSchema {
  readonly schema: Schema
  readonly definitions: Readonly<Record<string, Schema>>
}

/** By `apiVersion/kind`. */
export type KindSchemas = ReadonlyMap<string, KindSchema>

interface GroupVersionKind {
  readonly group: string
  readonly version: string
  readonly kind: string
}

/** The kinds of Kubernetes itself, from the OpenAPI documents in its module. */
export async function builtInKinds(kubernetes: string): Promise<KindSchemas> {
  const folder = join(kubernetes, 'api/openapi-spec/v3')
  const files = (await readdir(folder)).filter((file) => /^apis?__.*v\d+_openapi\.json$/.test(file))
  const kinds = new Map<string, KindSchema>()
  for (const file of files) {
    const document = JSON.parse(await readFile(join(folder, file), 'utf8')) as { components?: { schemas?: Record<string, Schema> } }
    const definitions = document.components?.schemas ?? {}
    for (const schema of Object.values(definitions)) {
      for (const gvk of (schema['x-kubernetes-group-version-kind'] ?? []) as GroupVersionKind[]) {
        kinds.set(keyOf(gvk), { schema, definitions })
      }
    }
  }
  return kinds
}

/** The kinds that custom resource definitions in a folder or file of YAML add. */
export async function customKinds(folder: string): Promise<KindSchemas> {
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

export interface CustomResourceDefinition {
  readonly kind: string
  readonly metadata: { readonly name: string }
  readonly spec: {
    readonly group: string
    readonly names: { readonly kind: string; readonly plural: string }
    readonly scope: 'Namespaced' | 'Cluster'
    readonly versions: readonly { readonly name: string; readonly schema: { readonly openAPIV3Schema: Schema } }[]
  }
}

/** All definitions in the YAML files of a folder. */
export async function customResourceDefinitions(folder: string): Promise<readonly CustomResourceDefinition[]> {
  const files = (await readdir(folder)).filter((file) => file.endsWith('.yaml')).sort()
  const texts = await Promise.all(files.map((file) => readFile(join(folder, file), 'utf8')))
  return texts
    .flatMap((text) => [...parseAllDocuments(text)].map((document): unknown => document.toJS()))
    .filter((value): value is CustomResourceDefinition => (value as { kind?: string } | null)?.kind === 'CustomResourceDefinition')
}

const keyOf = ({ group, version, kind }: GroupVersionKind): string =>
  group === '' ? `${version}/${kind}` : `${group}/${version}/${kind}`

// A definition leaves these to the API server.
function withMetadata(schema: Schema): Schema {
  const properties = schema['properties'] as Readonly<Record<string, Schema>>
  const text = { type: 'string' }
  return { ...schema, properties: { ...properties, apiVersion: text, kind: text, metadata: { type: 'object' } } }
}

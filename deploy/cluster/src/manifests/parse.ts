import { parseAllDocuments } from 'yaml'
import type { KubeObject } from './types.js'

/** The objects of a render. Throws when a document is not valid YAML, or is no object. */
export function parseManifests(text: string): readonly KubeObject[] {
  const documents = parseAllDocuments(text, { uniqueKeys: true })
  if ('empty' in documents) return []
  return documents.flatMap((document) => {
    const [error] = document.errors
    if (error) throw error
    const value: unknown = document.toJS()
    if (value === null) return []
    if (!isObject(value)) throw new Error(`Not an object: ${JSON.stringify(value).slice(0, 80)}`)
    return value
  })
}

function isObject(value: unknown): value is KubeObject {
  const { apiVersion, kind, metadata } = value as Partial<KubeObject>
  return typeof apiVersion === 'string' && typeof kind === 'string' && typeof metadata?.name === 'string'
}

/** `Deployment/kla-rooms`: how faults name an object. */
export const nameOf = ({ kind, metadata }: KubeObject): string => `${kind}/${metadata.name}`

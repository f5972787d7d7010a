import { parseAllDocuments } from 'yaml'
import type { Container, EnvironmentVariable, KubeObject, Labels, LabelSelector, PodTemplate } from './types.js'

interface Variable {
  readonly name: string
  readonly value: string | undefined
  readonly secret: NonNullable<EnvironmentVariable['valueFrom']>['secretKeyRef']
}

export const environmentOf = ({ env = [] }: Container): readonly Variable[] =>
  env.map(({ name, value, valueFrom }) => ({
    name,
    value: valueFrom ? undefined : (value ?? ''),
    secret: valueFrom?.secretKeyRef,
  }))

export const valueOf = (container: Container, wanted: string): string | undefined =>
  environmentOf(container).find(({ name }) => name === wanted)?.value

/** Throws unless every document is an object. */
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

/** Returns a reference such as `Deployment/kla-rooms`. */
export const nameOf = ({ kind, metadata }: KubeObject): string => `${kind}/${metadata.name}`

export function selects(selector: LabelSelector, labels: Labels): boolean {
  const named = Object.entries(selector.matchLabels ?? {}).every(([key, value]) => labels[key] === value)
  const expressed = (selector.matchExpressions ?? []).every(({ key, operator, values = [] }) => {
    const value = labels[key]
    switch (operator) {
      case 'In':
        return value !== undefined && values.includes(value)
      case 'NotIn':
        return value === undefined || !values.includes(value)
      case 'Exists':
        return value !== undefined
      case 'DoesNotExist':
        return value === undefined
    }
  })
  return named && expressed
}

/** Object that makes pods, with their template. */
export interface Workload {
  readonly name: string
  readonly object: KubeObject
  readonly template: PodTemplate
  readonly labels: Labels
}

const TEMPLATED = ['Deployment', 'StatefulSet', 'DaemonSet', 'Job']

/** Includes hooks and tests. */
export function workloadsOf(objects: readonly KubeObject[]): readonly Workload[] {
  return objects.flatMap((object) => {
    const template = templateOf(object)
    if (template === undefined) return []
    return { name: nameOf(object), object, template, labels: template.metadata?.labels ?? {} }
  })
}

/** Leaves out jobs and tests, which end. */
export const lasting = (workloads: readonly Workload[]): readonly Workload[] =>
  workloads.filter(({ object }) => !['Job', 'CronJob', 'Pod'].includes(object.kind))

export const containersOf = ({ template: { spec } }: Workload): readonly Container[] => [
  ...(spec.initContainers ?? []),
  ...spec.containers,
]

function templateOf(object: KubeObject): PodTemplate | undefined {
  if (object.kind === 'Pod') return { metadata: object.metadata, spec: object.spec as PodTemplate['spec'] }
  if (object.kind === 'CronJob')
    return (object.spec as { jobTemplate: { spec: { template: PodTemplate } } }).jobTemplate.spec.template
  if (!TEMPLATED.includes(object.kind)) return undefined
  return (object.spec as { template: PodTemplate }).template
}

import { nameOf } from './parse.js'
import type { Container, KubeObject, Labels, PodTemplate } from './types.js'

/** Something that makes pods. */
export interface Workload {
  readonly name: string
  readonly object: KubeObject
  readonly template: PodTemplate
  readonly labels: Labels
}

const TEMPLATED = ['Deployment', 'StatefulSet', 'DaemonSet', 'Job']

/** Everything among the objects that makes pods, hooks and tests included. */
export function workloadsOf(objects: readonly KubeObject[]): readonly Workload[] {
  return objects.flatMap((object) => {
    const template = templateOf(object)
    if (template === undefined) return []
    return { name: nameOf(object), object, template, labels: template.metadata?.labels ?? {} }
  })
}

/** Those that run all the time, as against jobs and tests, which end. */
export const lasting = (workloads: readonly Workload[]): readonly Workload[] =>
  workloads.filter(({ object }) => !['Job', 'CronJob', 'Pod'].includes(object.kind))

/** All containers of a pod, those that come first included. */
export const containersOf = ({ template: { spec } }: Workload): readonly Container[] => [
  ...(spec.initContainers ?? []),
  ...spec.containers,
]

function templateOf(object: KubeObject): PodTemplate | undefined {
  if (object.kind === 'Pod') return { metadata: object.metadata, spec: object.spec as PodTemplate['spec'] }
  if (object.kind === 'CronJob') return (object.spec as { jobTemplate: { spec: { template: PodTemplate } } }).jobTemplate.spec.template
  if (!TEMPLATED.includes(object.kind)) return undefined
  return (object.spec as { template: PodTemplate }).template
}

/** A workload or pod as `kubectl get --output json` lists it. */
export interface Listed {
  readonly kind: string
  readonly metadata: {
    readonly name: string
    readonly uid: string
    readonly generation?: number
    readonly deletionTimestamp?: string
    readonly labels?: Readonly<Record<string, string>>
  }
  readonly spec: { readonly replicas?: number; readonly nodeName?: string }
  readonly status?: {
    readonly observedGeneration?: number
    readonly updatedReplicas?: number
    readonly phase?: string
    readonly podIP?: string
    readonly conditions?: readonly { readonly type: string; readonly status: string }[]
    readonly containerStatuses?: readonly ContainerStatus[]
  }
}

interface ContainerStatus {
  readonly name: string
  readonly containerID?: string
  readonly state?: { readonly running?: object }
}

const COMPONENT = 'app.kubernetes.io/component'
export const componentOf = ({ metadata }: Listed): string => metadata.labels?.[COMPONENT] ?? ''

const isTerminating = ({ metadata }: Listed): boolean => metadata.deletionTimestamp !== undefined
const isReady = ({ status }: Listed): boolean =>
  status?.conditions?.some(({ type, status: value }) => type === 'Ready' && value === 'True') ?? false

/** Pods that should run: neither those of finished Jobs nor those that are ending. */
const livePods = (all: readonly Listed[]): readonly Listed[] =>
  all.filter(
    (one) => one.kind === 'Pod' && !isTerminating(one) && !/^(Succeeded|Failed)$/.test(one.status?.phase ?? ''),
  )

/**
 * Names the workloads that are not as their spec wants them. Counts pods, because a workload's own count is that of a
 * moment ago.
 */
export const unready = (all: readonly Listed[]): readonly string[] =>
  all
    .filter(({ kind }) => kind !== 'Pod')
    .filter((workload) => {
      const { metadata, spec, status } = workload
      const wanted = spec.replicas ?? 1
      const pods = livePods(all).filter((pod) => componentOf(pod) === componentOf(workload))
      const isObserved = (status?.observedGeneration ?? 0) >= (metadata.generation ?? 0)
      const isWhole = pods.length === wanted && pods.every(isReady)
      return !isObserved || (status?.updatedReplicas ?? 0) !== wanted || !isWhole
    })
    .map(({ metadata }) => metadata.name)

/** Names the services that have a Deployment. Stand-ins are none: they remember their logins in one process. */
export const servicesOf = (all: readonly Listed[]): readonly string[] =>
  all
    .filter(({ kind }) => kind === 'Deployment')
    .map(componentOf)
    .filter((component) => component !== 'stand-ins')

/** Names the workloads with several pods that are all on one node. */
export const unspread = (all: readonly Listed[]): readonly string[] =>
  all
    .filter(({ kind, spec }) => kind === 'Deployment' && (spec.replicas ?? 1) > 1)
    .filter((workload) => {
      const pods = livePods(all).filter((pod) => componentOf(pod) === componentOf(workload))
      return new Set(pods.map(({ spec }) => spec.nodeName)).size < 2
    })
    .map(({ metadata }) => metadata.name)

/** Names the pods that are still ending, such as a gateway that drains. */
export const terminating = (all: readonly Listed[]): readonly string[] =>
  all.filter((one) => one.kind === 'Pod' && isTerminating(one)).map(({ metadata }) => metadata.name)

/** A container that runs, with its pod. */
export interface Victim {
  readonly pod: string
  readonly uid: string
  readonly node: string
  /** Id by which the container runtime knows it. */
  readonly container: string
  readonly address: string
}

/** Finds a Ready pod of a component and its running container. */
export function victimOf(all: readonly Listed[], component: string): Victim | undefined {
  for (const pod of livePods(all)) {
    if (componentOf(pod) !== component || !isReady(pod)) continue
    const { containerID } = pod.status?.containerStatuses?.find(({ name }) => name === component) ?? {}
    if (containerID === undefined) continue
    const { name, uid } = pod.metadata
    const container = containerID.replace(/^.*:\/\//, '')
    return { pod: name, uid, node: pod.spec.nodeName ?? '', container, address: pod.status?.podIP ?? '' }
  }
  return undefined
}

/** Lists the pods of these components that should run. */
export const podsOf = (
  all: readonly Listed[],
  components: readonly string[],
): readonly { readonly pod: string; readonly component: string }[] =>
  livePods(all)
    .map((pod) => ({ pod: pod.metadata.name, component: componentOf(pod) }))
    .filter(({ component }) => components.includes(component))

/** True if the pod is gone, or its container has ended or been replaced. */
export const hasEnded =
  ({ uid, container }: Victim) =>
  (all: readonly Listed[]): boolean =>
    !all
      .filter(({ metadata }) => metadata.uid === uid)
      .flatMap(({ status }) => status?.containerStatuses ?? [])
      .some(
        ({ containerID, state }) => containerID?.endsWith(`://${container}`) === true && state?.running !== undefined,
      )

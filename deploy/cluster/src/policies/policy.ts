import type { Workload } from '../manifests/read.js'
import type { KubeObject } from '../manifests/types.js'

export interface Rendered {
  readonly objects: readonly KubeObject[]
  readonly workloads: readonly Workload[]
}

/** Returns faults, each with its object's name. */
export type Policy = (rendered: Rendered) => readonly string[]

import type { Workload } from '../manifests/read.js'
import type { KubeObject } from '../manifests/types.js'

export interface Rendered {
  readonly objects: readonly KubeObject[]
  readonly workloads: readonly Workload[]
}

/** A rule for every render; returns its faults, each naming the object. */
export type Policy = (rendered: Rendered) => readonly string[]

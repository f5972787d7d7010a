import type { KubeObject } from '../manifests/types.js'
import type { Workload } from '../manifests/read.js'

/** What the chart made of one value set. */
export interface Rendered {
  readonly objects: readonly KubeObject[]
  readonly workloads: readonly Workload[]
}

/** A rule that every render keeps; the answer is its faults, each naming the object. */
export type Policy = (rendered: Rendered) => readonly string[]

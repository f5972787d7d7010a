export { checkCluster, obtainTools, type Tools } from './check-cluster.js'
export {
  CHART,
  HelmError,
  lint,
  NAMESPACE,
  RELEASE,
  render,
  ROOT,
  template,
  valueSets,
  writeRenders,
  type ValueSet,
} from './helm.js'
export { containersOf, environmentOf, nameOf, parseManifests, workloadsOf, type Workload } from './manifests/read.js'
export type { Container, KubeObject } from './manifests/types.js'
export { allowed, callGraph, type Edge } from './network.js'
export { POLICIES } from './policies/index.js'
export type { Policy, Rendered } from './policies/policy.js'
export { readValueKeys, valueKeysFile, writeValueKeys } from './value-keys.js'
export { readValuesTable, valuesTable, writeValuesTable } from './values-table.js'
export { createValidate, type Validate } from './schemas.js'

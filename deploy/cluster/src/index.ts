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
export type { Change } from './operate/change.js'
export { type Cluster } from './operate/cluster.js'
export { figuresOf, lossesOf, operateTable, type Figures, type Row } from './operate/figures.js'
export { metricsApis } from './operate/load/autoscalers.js'
export { AUTOSCALED, loadTable } from './operate/load/load.js'
export { prometheusConfig } from './operate/load/prometheus.js'
export { recoveredAfter, windowsOf } from './operate/load/recovery.js'
export { measure, operateCluster } from './operate/operate.js'
export { readOperateOptions } from './operate/options.js'
export { hasEnded, terminating, unready, unspread, victimOf, type Listed } from './operate/readiness.js'
export { attemptsOf, breaches, PROBE } from './operate/reachability.js'
export { type Step, STEPS } from './operate/steps.js'
export { addOns, corefile } from './up/add-ons.js'
export { kubeletConfig, networkConfig, tokenFile } from './up/config-files.js'
export { differenceLines, stopCluster } from './up/down.js'
export { imageLayout } from './up/images/layout.js'
export { imagesOf } from './up/images/load.js'
export { fullName, productionPackages, recipeOf } from './up/images/recipes.js'
export {
  AREAS,
  differences,
  firewallRules,
  linkNames,
  type Machine,
  mountPoints,
  runtimeCgroups,
} from './up/machine.js'
export { queueRules } from './up/network-policies.js'
export { firstProcess } from './up/node.js'
export { assigned, releaseArguments } from './up/release.js'
export { createSteps, stepTable } from './up/steps.js'
export { readUpOptions, startCluster } from './up/up.js'

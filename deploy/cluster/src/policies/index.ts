import { autoscaling, disruption, rollouts, shutdown, spread } from './availability.js'
import { network } from './network.js'
import { images, probes, resources, restricted } from './pods.js'
import type { Policy } from './policy.js'
import { names, references, routes, secrets, settings } from './references.js'

export const POLICIES: Readonly<Record<string, Policy>> = {
  restricted,
  resources,
  probes,
  shutdown,
  rollouts,
  spread,
  disruption,
  images,
  secrets,
  settings,
  references,
  routes,
  autoscaling,
  network,
  names,
}

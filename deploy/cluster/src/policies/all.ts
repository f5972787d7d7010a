import { autoscaling } from './autoscaling.js'
import { disruption } from './disruption.js'
import { images } from './images.js'
import { names } from './names.js'
import { network } from './network.js'
import type { Policy } from './policy.js'
import { probes } from './probes.js'
import { references } from './references.js'
import { resources } from './resources.js'
import { restricted } from './restricted.js'
import { rollouts } from './rollouts.js'
import { routes } from './routes.js'
import { secrets } from './secrets.js'
import { settings } from './settings.js'
import { shutdown } from './shutdown.js'
import { spread } from './spread.js'

/** What every render keeps, in the order in which faults are told. */
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

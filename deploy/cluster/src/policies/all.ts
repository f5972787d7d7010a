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
import { secrets } from './secrets.js'
import { shutdown } from './shutdown.js'
import { spread } from './spread.js'

/** What every render keeps, in the order in which faults are told. */
export const POLICIES: Readonly<Record<string, Policy>> = {
  restricted,
  resources,
  probes,
  shutdown,
  spread,
  disruption,
  images,
  secrets,
  references,
  autoscaling,
  network,
  names,
}

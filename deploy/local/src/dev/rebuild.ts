import { SERVICE_NAMES, type ServiceName } from '@kla/proto/callers'

export interface Rebuild {
  /** Services to build and restart. */
  readonly services: readonly ServiceName[]
  /** Folders that are read only when the whole platform starts. */
  readonly stale: readonly string[]
}

/** Folders that every service loads. */
const COMMON = ['proto/', 'services/chassis/src/']

/** What to do about changed `paths`, which are relative to the checkout. */
export function rebuildFor(paths: Iterable<string>): Rebuild {
  const services = new Set<ServiceName>()
  const stale = new Set<string>()
  for (const path of paths) {
    const [, name = '', folder = ''] = /^services\/([^/]+)\/([^/]+)\//.exec(path) ?? []
    const service = SERVICE_NAMES.find((known) => known === name)
    if (COMMON.some((common) => path.startsWith(common))) SERVICE_NAMES.forEach((every) => services.add(every))
    else if (service && folder === 'src') services.add(service)
    else if (service && folder === 'migrations') stale.add(`services/${service}/migrations`)
  }
  return { services: SERVICE_NAMES.filter((name) => services.has(name)), stale: [...stale] }
}

import { SERVICE_NAMES, type ServiceName } from '@kla/proto/callers'

/** What a change of files requires. */
export interface Rebuild {
  readonly services: readonly ServiceName[]
  /** Folders read only at the platform's start. */
  readonly stale: readonly string[]
}

const COMMON = ['proto/', 'services/chassis/src/']

/** `paths` are relative to the checkout. */
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

import { SERVICE_NAMES, type ServiceName } from '@kla/proto/callers'

export type { ServiceName } from '@kla/proto/callers'

/** Every service, in the order in which they are named to people. */
export const SERVICES = SERVICE_NAMES

/**
 * How many processes of a service may run at once. Their ports are allotted up front, because every caller is told all
 * addresses of a service when it starts.
 */
export const PROCESSES_MAX: Readonly<Record<ServiceName, number>> = {
  auth: 2,
  rooms: 2,
  'game-engine': 6,
  'media-signalling': 2,
  library: 2,
  commerce: 2,
  moderation: 2,
  gateway: 4,
}

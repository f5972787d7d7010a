import type { Secrets } from '../secrets.js'
import { SERVICES, type ServiceName } from '../platform/services.js'

/** The passwords of one store's users. */
export type StorePasswords = { readonly operator: string } & Readonly<Record<ServiceName, string>>

/** The operator that starts the servers: tests, benches and people who look into them. May do anything. */
export const OPERATOR = 'kla-operator'

/** The name of a service's user, in Redis and in NATS. */
export const storeUserName = (service: ServiceName): string => `kla-${service}`

/** The passwords of all users of `store`, made up when they are first asked for. */
export function storePasswords(secrets: Pick<Secrets, 'take'>, store: 'redis' | 'nats'): StorePasswords {
  // A letter first: nats-server would read digits as a number.
  const take = (user: string): string => `p${secrets.take(`${store}-${user}`)}`
  const services = Object.fromEntries(SERVICES.map((service) => [service, take(service)])) as Record<ServiceName, string>
  return { operator: take('operator'), ...services }
}

/** An address, or several with commas between them, with a user and a password in each. */
export const addressAs = (addresses: string, user: string, password: string): string =>
  addresses
    .split(',')
    .map((address) => {
      const url = new URL(address.trim())
      url.username = user
      url.password = password
      return url.href
    })
    .join(',')

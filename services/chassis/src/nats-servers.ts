import type { ConnectionOptions } from 'nats'

type Servers = Pick<ConnectionOptions, 'user' | 'pass' | 'token' | 'tls'> & { readonly servers: string[] }

/**
 * What a list of addresses says, which the client's package does not read by itself: `nats://user:password@host:4222`,
 * or a token in place of both, `tls://` for TLS. Of several with commas between them the first that has credentials
 * gives them.
 */
export function natsServers(addresses: string): Servers {
  const urls = addresses.split(',').map((address) => new URL(address.trim()))
  const known = urls.find(({ username }) => username !== '')
  const [user, pass] = [known?.username ?? '', known?.password ?? ''].map(decodeURIComponent) as [string, string]
  return {
    servers: urls.map(({ host }) => host),
    ...(user === '' ? {} : pass === '' ? { token: user } : { user, pass }),
    ...(urls.some(({ protocol }) => protocol === 'tls:') ? { tls: {} } : {}),
  }
}

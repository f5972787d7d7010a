import { once } from 'node:events'
import { createServer } from 'node:net'
import type { Logger } from './logger.js'

/** Every address of both families; sockets take IPv4 too. */
const EVERY_ADDRESS = '::'
const EVERY_IPV4_ADDRESS = '0.0.0.0'

const WITHOUT_IPV6: readonly (string | undefined)[] = ['EAFNOSUPPORT', 'EADDRNOTAVAIL']

/** Replaces `::` by `0.0.0.0` on a kernel without IPv6, and logs it. */
export async function listenHost(host: string, log: Logger, bind = bindOnce): Promise<string> {
  if (host !== EVERY_ADDRESS) return host
  try {
    await bind(host)
    return host
  } catch (error) {
    if (!WITHOUT_IPV6.includes((error as NodeJS.ErrnoException).code)) throw error
    log.warn({ err: error }, 'this kernel has no IPv6: listening on IPv4 only')
    return EVERY_IPV4_ADDRESS
  }
}

/** Does the same for `host:port`, with IPv6 in brackets. */
export async function listenAddress(address: string, log: Logger, bind = bindOnce): Promise<string> {
  const [, host = '', port = ''] = /^\[(.*)\]:(\d+)$/.exec(address) ?? []
  if (host === '') return address
  const found = await listenHost(host, log, bind)
  return found === host ? address : `${found}:${port}`
}

async function bindOnce(host: string): Promise<void> {
  const server = createServer()
  server.listen(0, host)
  await once(server, 'listening')
  server.close()
  await once(server, 'close')
}

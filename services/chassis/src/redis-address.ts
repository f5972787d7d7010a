import type { RedisOptions } from 'ioredis'

const SENTINEL = /^(rediss?)\+sentinel:$/
const SENTINEL_PORT = 26_379

/**
 * What an address says: `redis://user:password@host:6379/0`, `rediss://` for TLS. Behind sentinels it is theirs, with
 * commas between them: `redis+sentinel://user:password@s1:26379/<name of the primary>,redis+sentinel://s2:26379`; user
 * and password are those of the primary, `?sentinelPassword=` that of the sentinels, and `rediss+sentinel://` means TLS
 * to all of them.
 */
export function redisAddress(addresses: string): RedisOptions {
  const urls = addresses.split(',').map((address) => new URL(address.trim()))
  const [first, ...others] = urls as [URL, ...URL[]]
  const [, scheme] = SENTINEL.exec(first.protocol) ?? []
  if (scheme === undefined && others.length > 0) throw new Error('several servers of Redis that are no sentinels')
  const secure = (scheme ?? first.protocol).startsWith('rediss')
  const name = decodeURIComponent(first.pathname.slice(1))
  const sentinelPassword = first.searchParams.get('sentinelPassword')
  return {
    ...(first.username === '' ? {} : { username: decodeURIComponent(first.username) }),
    ...(first.password === '' ? {} : { password: decodeURIComponent(first.password) }),
    ...(secure ? { tls: {} } : {}),
    ...(scheme === undefined
      ? { host: hostOf(first), port: Number(first.port || 6_379), ...(name === '' ? {} : { db: Number(name) }) }
      : {
          name,
          sentinels: urls.map((url) => ({ host: hostOf(url), port: Number(url.port || SENTINEL_PORT) })),
          ...(sentinelPassword === null ? {} : { sentinelPassword }),
          enableTLSForSentinelMode: secure,
        }),
  }
}

const hostOf = ({ hostname }: URL): string => hostname.replace(/^\[|\]$/g, '')

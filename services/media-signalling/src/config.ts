import {
  boolean,
  EnvironmentError,
  list,
  milliseconds,
  oneOf,
  processVariables,
  readSettings,
  redisVariables,
  rpcVariables,
  secret,
  type Settings,
  text,
  timer,
} from '@kla/chassis'
import { SIGNALLING_QUEUE } from '@kla/proto'
import { WATCH_LEASE_MS, WATCH_LEASE_RENEWAL_MS } from '@kla/proto/web'

const variables = {
  ...processVariables,
  ...rpcVariables,
  ...redisVariables('kla:signalling:'),
  EVENTS_DURABLE: text(
    'durable consumer of freed seats, which all pods share; prefix of the consumer of other seat changes',
    'media-signalling',
  ),
  SIGNAL_QUEUE: text('the queue group in which all pods share signals', SIGNALLING_QUEUE),
  ROOMS_ADDRESS: text('the rooms service'),
  ICE_TRANSPORT_POLICY: oneOf(['all', 'relay'])("whether players may learn each other's addresses", 'relay'),
  ALLOW_DIRECT: boolean("confirms ICE_TRANSPORT_POLICY=all: players learn each other's addresses", false),
  HOST_CANDIDATES: boolean(
    "whether addresses of players' own networks are relayed too, for browsers on one machine",
    false,
  ),
  STUN_URLS: list('STUN servers, as stun: addresses', []),
  TURN_URLS: list('TURN servers, as turn: addresses', []),
  TURN_SECRET: secret('the secret shared with the TURN servers (use-auth-secret)', ''),
  TURN_TTL_MS: milliseconds('how long a TURN credential lives', 600_000),
  WATCH_LEASE_MS: timer('how long watchers get pictures without a renewal', WATCH_LEASE_MS),
  WATCH_LEASE_RENEWAL_MS: timer('interval of the renewals', WATCH_LEASE_RENEWAL_MS),
}

/** Settings of the service, read from the environment. */
export type Config = Settings<typeof variables>

export function readConfig(source: NodeJS.ProcessEnv = process.env): Config {
  const config = readSettings(variables, source)
  const faults = [...iceFaults(config), ...leaseFaults(config)]
  if (faults.length > 0) throw new EnvironmentError(faults)
  return config
}

// One renewal may fail.
const leaseFaults = ({ watchLeaseMs, watchLeaseRenewalMs }: Config): string[] =>
  watchLeaseMs >= 2 * watchLeaseRenewalMs ? [] : ['WATCH_LEASE_MS is not twice WATCH_LEASE_RENEWAL_MS']

function iceFaults({ stunUrls, turnUrls, turnSecret, iceTransportPolicy, allowDirect }: Config): string[] {
  const faults: string[] = []
  if (!stunUrls.every((value) => /^stuns?:\S+$/.test(value))) faults.push('STUN_URLS: not all are stun: addresses')
  if (!turnUrls.every((value) => /^turns?:\S+$/.test(value))) faults.push('TURN_URLS: not all are turn: addresses')
  if (turnUrls.length > 0 && turnSecret === '') faults.push('TURN_SECRET is missing: TURN_URLS need it')
  if (iceTransportPolicy === 'relay' && turnUrls.length === 0) {
    faults.push('TURN_URLS is missing: with ICE_TRANSPORT_POLICY=relay no one could connect')
  }
  if (iceTransportPolicy === 'all' && !allowDirect) {
    faults.push("ALLOW_DIRECT is not true: with ICE_TRANSPORT_POLICY=all players learn each other's addresses")
  }
  return faults
}

import {
  boolean,
  EnvironmentError,
  identityDirectoryVariable,
  list,
  milliseconds,
  oneOf,
  port,
  readEnvironment,
  secret,
  text,
  urls,
} from '@kla/chassis'
import { SIGNALLING_QUEUE } from '@kla/proto'
import type { IceTransportPolicy } from './shared/rules.js'

export interface Config {
  /** `host:port`; port 0 takes a free one. */
  readonly grpcAddress: string
  readonly healthPort: number
  readonly identityDir: string
  readonly logLevel: string
  /** SPKI in PEM. */
  readonly principalPublicKey: string
  readonly redisUrl: string
  readonly redisPrefix: string
  readonly natsUrl: string
  readonly factsDurable: string
  readonly signalQueue: string
  readonly roomsAddress: string
  readonly iceTransportPolicy: IceTransportPolicy
  /** For browsers on one machine. */
  readonly hostCandidates: boolean
  readonly stunUrls: readonly string[]
  readonly turnUrls: readonly string[]
  readonly turnSecret: string
  /** Lifetime of a TURN credential. */
  readonly turnTtlMs: number
}

/** Throws one error that names every fault. */
export function readConfig(source: NodeJS.ProcessEnv = process.env): Config {
  const env = readEnvironment(
    {
      GRPC_ADDRESS: text('where the gRPC server listens', '0.0.0.0:50051'),
      HEALTH_PORT: port('where health and metrics are served, 0 for any', 9090),
      IDENTITY_DIR: identityDirectoryVariable,
      LOG_LEVEL: text('the lowest level that is logged', 'info'),
      PRINCIPAL_PUBLIC_KEY: text("auth's public key, PEM, to check who a call is made for"),
      REDIS_URL: urls('where peer sessions are kept'),
      REDIS_PREFIX: text('what the keys of this service begin with', 'kla:signalling:'),
      NATS_URL: urls('for seat changes and signals'),
      FACTS_DURABLE: text('the durable consumer that all pods share', 'media-signalling'),
      SIGNAL_QUEUE: text('the queue group in which all pods share signals', SIGNALLING_QUEUE),
      ROOMS_ADDRESS: text('the rooms service'),
      ICE_TRANSPORT_POLICY: oneOf(['all', 'relay'])('whether players may learn addresses of each other', 'relay'),
      ALLOW_DIRECT: boolean('confirms ICE_TRANSPORT_POLICY=all: players learn addresses of each other', false),
      HOST_CANDIDATES: boolean("whether addresses of players' own networks pass as well: for browsers on one machine", false),
      STUN_URLS: list('STUN servers, as stun: addresses', []),
      TURN_URLS: list('TURN servers, as turn: addresses', []),
      TURN_SECRET: secret('the secret shared with the TURN servers (use-auth-secret)', ''),
      TURN_TTL_MS: milliseconds('how long a TURN credential lives', 600_000),
    },
    source,
  )
  const faults = iceFaults(env.STUN_URLS, env.TURN_URLS, env.TURN_SECRET, env.ICE_TRANSPORT_POLICY)
  if (env.ICE_TRANSPORT_POLICY === 'all' && !env.ALLOW_DIRECT) {
    faults.push('ALLOW_DIRECT is not true: with ICE_TRANSPORT_POLICY=all players learn the addresses of each other')
  }
  if (faults.length > 0) throw new EnvironmentError(faults)
  return {
    grpcAddress: env.GRPC_ADDRESS,
    healthPort: env.HEALTH_PORT,
    identityDir: env.IDENTITY_DIR,
    logLevel: env.LOG_LEVEL,
    principalPublicKey: env.PRINCIPAL_PUBLIC_KEY,
    redisUrl: env.REDIS_URL,
    redisPrefix: env.REDIS_PREFIX,
    natsUrl: env.NATS_URL,
    factsDurable: env.FACTS_DURABLE,
    signalQueue: env.SIGNAL_QUEUE,
    roomsAddress: env.ROOMS_ADDRESS,
    iceTransportPolicy: env.ICE_TRANSPORT_POLICY,
    hostCandidates: env.HOST_CANDIDATES,
    stunUrls: env.STUN_URLS,
    turnUrls: env.TURN_URLS,
    turnSecret: env.TURN_SECRET,
    turnTtlMs: env.TURN_TTL_MS,
  }
}

function iceFaults(
  stunUrls: readonly string[],
  turnUrls: readonly string[],
  turnSecret: string,
  policy: IceTransportPolicy,
): string[] {
  const faults: string[] = []
  if (!stunUrls.every((value) => /^stuns?:\S+$/.test(value))) faults.push('STUN_URLS: not all are stun: addresses')
  if (!turnUrls.every((value) => /^turns?:\S+$/.test(value))) faults.push('TURN_URLS: not all are turn: addresses')
  if (turnUrls.length > 0 && turnSecret === '') faults.push('TURN_SECRET is missing: TURN_URLS need it')
  if (policy === 'relay' && turnUrls.length === 0) {
    faults.push('TURN_URLS is missing: with ICE_TRANSPORT_POLICY=relay nobody could connect')
  }
  return faults
}

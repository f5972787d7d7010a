import { Client, type ClientOptions, connectivityState } from '@grpc/grpc-js'
import { callOf, type ServedCalls } from '@kla/proto'
import type { Identity } from '../identity.js'
import { ANSWER_MAX_BYTES } from './stream-limits.js'
import { StreamedCalls } from './streamed-calls.js'
import { type Definition, methodsOf } from './types.js'

const channelOptions: ClientOptions = {
  'grpc.max_receive_message_length': ANSWER_MAX_BYTES,
  'grpc.service_config': JSON.stringify({ loadBalancingConfig: [{ round_robin: {} }] }),
  'grpc.initial_reconnect_backoff_ms': 100,
  'grpc.min_reconnect_backoff_ms': 100,
  'grpc.max_reconnect_backoff_ms': 1_000,
  'grpc.keepalive_time_ms': 10_000,
  'grpc.keepalive_timeout_ms': 3_000,
  // The default of 30 s is too slow for new pods.
  'grpc.dns_min_time_between_resolutions_ms': 2_000,
}

const CONNECT_WITHIN_MS = 3_000

/** The called service, its address and credentials. */
export interface ChannelOptions {
  readonly definition: Definition
  readonly address: string
  readonly identity: Identity
  /** Clients of an address share their connection if this is 1. */
  readonly connections: number
}

/** A channel that is replaced when connecting takes too long. */
export interface Channel {
  current(): Client
  /** Unary calls on one stream to each server. */
  readonly calls: StreamedCalls
  /** Call after failing to connect: grpc-js waits two minutes for an address that drops SYNs before it tries others. */
  unreached(): void
  close(): void
}

export function createChannel(options: ChannelOptions): Channel {
  let client = connect(options, options.connections > 1)
  let connectingSinceMs: number | undefined
  let closed = false
  const calls = new StreamedCalls({ client: () => client })
  return {
    current: () => client,
    calls,
    unreached() {
      if (closed) return
      if (client.getChannel().getConnectivityState(false) !== connectivityState.CONNECTING) {
        connectingSinceMs = undefined
        return
      }
      connectingSinceMs ??= performance.now()
      if (performance.now() - connectingSinceMs < CONNECT_WITHIN_MS) return
      connectingSinceMs = undefined
      const former = client
      client = connect(options, true)
      former.close()
    },
    close() {
      closed = true
      calls.close()
      client.close()
    },
  }
}

const shared = new WeakMap<Identity, Map<string, { readonly channel: Channel; users: number }>>()

/** Shares the channel, and so its streams, among the clients of one address. */
export function shareChannel(options: ChannelOptions): Channel {
  const channels = shared.get(options.identity) ?? new Map<string, { readonly channel: Channel; users: number }>()
  shared.set(options.identity, channels)
  const key = `${calleeOf(options.definition)} ${options.address}`
  const entry = channels.get(key) ?? { channel: createChannel(options), users: 0 }
  channels.set(key, entry)
  entry.users += 1
  let closed = false
  return {
    current: entry.channel.current,
    calls: entry.channel.calls,
    unreached: entry.channel.unreached,
    close() {
      if (closed) return
      closed = true
      entry.users -= 1
      if (entry.users > 0) return
      channels.delete(key)
      entry.channel.close()
    },
  }
}

function connect({ definition, address, identity }: ChannelOptions, alone: boolean): Client {
  const callee = calleeOf(definition)
  return new Client(targetOf(address), identity.channelCredentials(callee), {
    ...channelOptions,
    // The certificate names the service, not the address.
    'grpc.ssl_target_name_override': callee,
    ...(alone ? { 'grpc.use_local_subchannel_pool': 1 } : {}),
  })
}

function calleeOf(definition: Definition): ServedCalls['by'] {
  const [[name, method] = []] = methodsOf(definition)
  const callee = method && callOf(method.path)?.by
  if (callee === undefined) throw new Error(`${name ?? 'the definition'} is not in proto/callers.ts`)
  return callee
}

function targetOf(address: string): string {
  if (address.includes('://') || address.startsWith('ipv4:')) return address
  if (address.includes(',')) return `ipv4:${address}`
  return `dns:///${address}`
}

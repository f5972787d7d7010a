import { experimental } from '@grpc/grpc-js'
import { afterEach, expect, test } from '@jest/globals'
import { createGrpcClient, createGrpcServer, createMetrics } from '@kla/chassis'
import { MediaSignallingServiceService as definition } from '@kla/proto'
import { openSilentAddress, quietLogger, testIdentity } from '@kla/testkit'

const REQUEST = { roomId: 'r', watchingSocketId: '' }
const opened: (() => unknown)[] = []
afterEach(async () => {
  for (const close of opened.splice(0).reverse()) await close()
})

/** What stands for DNS: the ports under the name, as they are when a client looks it up. */
let ports: readonly number[] = []
class Names {
  static getDefaultAuthority = (): string => 'name'
  constructor(
    _target: unknown,
    private readonly listener: experimental.ResolverListener,
  ) {}
  updateResolution(): void {
    const addresses = ports.map((port) => ({ addresses: [{ host: '127.0.0.1', port }] }))
    setImmediate(() => this.listener(experimental.statusOrFromValue(addresses), {}, null, ''))
  }
  destroy(): void {}
}
experimental.registerResolver('moving', Names)

test('a client resolves its server again when the known address drops connections', async () => {
  const silent = await openSilentAddress()
  const server = createGrpcServer({
    definition,
    identity: testIdentity('media-signalling'),
    metrics: createMetrics('test'),
    log: quietLogger(),
    handlers: {
      getPeers: async () => ({ start: undefined, watch: undefined }),
      mintProbe: async () => ({ iceServers: [], iceTransportPolicy: 'relay', expiresAtMs: 0 }),
    },
  })
  const client = createGrpcClient({ definition, identity: testIdentity('gateway'), address: 'moving:///name' })
  opened.push(
    silent.close,
    () => server.close(0),
    () => client.close(),
  )
  ports = [silent.port]
  const early = client.getPeers(REQUEST)
  ports = [await server.listen('127.0.0.1:0')]
  // The first may still fail: it learns of the address what the next one needs.
  await early.catch(() => undefined)
  expect(await client.getPeers(REQUEST)).toEqual({ start: undefined, watch: undefined })
}, 30_000)

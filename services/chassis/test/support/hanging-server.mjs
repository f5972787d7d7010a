// A server that answers nothing, for a test that kills it.
import { createGrpcServer, createMetrics } from '@kla/chassis'
import { GameEngineServiceService as definition } from '@kla/proto'
import { quietLogger, testIdentity } from '@kla/testkit'

const server = createGrpcServer({
  definition,
  identity: testIdentity('game-engine'),
  log: quietLogger(),
  metrics: createMetrics('test'),
  handlers: Object.fromEntries(Object.keys(definition).map((name) => [name, () => new Promise(() => undefined)])),
})
process.send?.({ port: await server.listen('127.0.0.1:0') })

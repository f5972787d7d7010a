import { type Call, createGrpcServer, createMetrics, type Handlers } from '@kla/chassis'
import {
  CommerceServiceService as definition,
  type HoldItemRequest,
  HoldOutcome,
  Item,
  type SettleHoldRequest,
} from '@kla/proto'
import { quietLogger, testIdentity } from '@kla/testkit'
import type { Commerce } from '../../src/spending/commerce-client.js'

/** Lets the ledger be asked over gRPC, as commerce is. Until `gate` resolves nothing is answered. */
export async function serveCommerce(ledger: Commerce, gate: () => Promise<void> = () => Promise.resolve()) {
  const asked: string[] = []
  const handlers = {
    async holdItem({ key, item }: HoldItemRequest, { principalToken: principal }: Call) {
      asked.push(`hold ${item === Item.WILD_CARDS ? 'wild card' : item}`)
      await gate()
      return { remaining: await ledger.holdWildCard(key, principal ? { principal } : {}) }
    },
    async settleHold({ key, outcome }: SettleHoldRequest) {
      asked.push(`settle ${outcome}`)
      await gate()
      await ledger.settle(key, outcome === HoldOutcome.COMMIT ? 'commit' : 'release')
      return {}
    },
  } as unknown as Handlers<typeof definition>
  const identity = testIdentity('commerce')
  const server = createGrpcServer({
    definition,
    handlers,
    identity,
    log: quietLogger(),
    metrics: createMetrics('commerce'),
  })
  const port = await server.listen('127.0.0.1:0')
  return { address: `127.0.0.1:${port}`, asked, close: () => server.close(100) }
}

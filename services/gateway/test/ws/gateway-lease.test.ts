import { expect, test } from '@jest/globals'
import { quietLogger } from '@kla/testkit'
import { GatewayLease, type GatewayLeaseDeps } from '../../src/ws/gateway-lease.js'

test('GatewayLease reports lost connections in batches, with the number of all lost or waiting ones', async () => {
  const reports: { readonly lost: number; readonly among: number | undefined }[] = []
  const rooms: GatewayLeaseDeps['rooms'] = {
    renewGateway: async () => ({ leaseMs: 6_000 }),
    reportConnectionsLost: async ({ lost, among }) => {
      reports.push({ lost: lost.length, among })
      return {}
    },
  }
  let inLine = 0
  const lease = new GatewayLease({
    gatewayId: 'gateway',
    rooms,
    log: quietLogger(),
    now: () => 0,
    waiting: () => inLine,
    lapsed: () => undefined,
  })
  for (let accountId = 1; accountId <= 1_200; accountId++) {
    lease.connectionLost({ roomId: 'room', accountId, socketId: `socket-${accountId}` })
  }
  await lease.stop()
  lease.connectionLost({ roomId: 'room', accountId: 1, socketId: 'another' })
  await lease.stop()
  inLine = 4_000
  lease.connectionLost({ roomId: 'room', accountId: 2, socketId: 'while many wait' })
  await lease.stop()
  expect(reports).toEqual([
    { lost: 500, among: 1_200 },
    { lost: 500, among: 1_200 },
    { lost: 200, among: 1_200 },
    { lost: 1, among: 1 },
    { lost: 1, among: 4_001 },
  ])
})

import { afterAll, beforeAll, expect, test } from '@jest/globals'
import type { EnvironmentError } from '@kla/chassis'
import { eventually } from '@kla/testkit'
import { readConfig } from '../src/config.js'
import { createPlatform, newAccount, type Platform, type Pod } from './platform.js'

let platform: Platform
let pod: Pod

beforeAll(async () => {
  platform = await createPlatform()
  pod = await platform.pod({}, { RECONNECT_GRACE_MS: '1' })
})
afterAll(() => platform.stop())

const metrics = async (): Promise<string> =>
  (await fetch(`http://127.0.0.1:${pod.service.ports.health}/metrics`)).text()

test('measures open rooms and the lateness of grace periods', async () => {
  const [ada, bob] = [newAccount(), newAccount()]
  await platform.create(pod.client, ada)
  const left = await platform.create(pod.client, bob)
  await pod.client.reportConnectionsLost({
    gatewayId: 'gateway-1',
    lost: [{ roomId: left.id, accountId: bob, socketId: `socket-${bob}` }],
  })
  await eventually(async () => {
    const text = await metrics()
    expect(text).toMatch(/kla_rooms_deadline_lateness_seconds_count\{.*\} 1\n/)
    expect(text).toMatch(/kla_rooms_open\{.*\} 1\n/)
    expect(text).toMatch(/kla_rooms_seats\{.*\} 1\n/)
  }, 10_000)
})

test('reports every fault of its settings at once', () => {
  try {
    readConfig({ HEALTH_PORT: 'x', RECONNECT_GRACE_MS: '0' })
    throw new Error('it was accepted')
  } catch (error) {
    expect((error as EnvironmentError).faults.map((fault) => fault.split(/[ :]/)[0]).sort()).toEqual([
      'AUDIT_PRIVATE_KEY',
      'HEALTH_PORT',
      'IDENTITY_DIR',
      'INCIDENT_KEY',
      'NATS_URL',
      'POSTGRES_URL',
      'PRINCIPAL_PUBLIC_KEY',
      'RECONNECT_GRACE_MS',
      'REDIS_URL',
    ])
  }
})

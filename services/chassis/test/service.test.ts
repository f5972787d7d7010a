import { beforeEach, describe, expect, test } from '@jest/globals'
import { quietLogger } from '@kla/testkit'
import { assembleService, type GrpcServer, type Health, type ServiceParts } from '../src/index.js'

describe('assembleService', () => {
  let steps: string[]
  const step = (name: string) => () => void steps.push(name)
  const health = {
    port: 9_090,
    started: () => steps.push('ready'),
    stopping: () => steps.push('not ready'),
    close: async () => void steps.push('health closed'),
  } as unknown as Health
  const server = {
    listen: async () => {
      steps.push('serving')
      return 50_051
    },
    close: async () => void steps.push('not serving'),
  } as unknown as GrpcServer
  const parts = (over: Partial<ServiceParts> = {}): ServiceParts => ({
    base: { log: quietLogger(), health },
    server,
    grpcAddress: '127.0.0.1:0',
    prepare: [async () => step('schema')(), async () => step('first load')()],
    run: [
      () => [{ stop: step('loop stopped') }, { stop: step('other loop stopped') }],
      async () => ({ close: step('consumer closed') }),
    ],
    close: [step('bus closed'), step('database closed')],
    ...over,
  })
  beforeEach(() => {
    steps = []
  })

  test('serves after everything is prepared, and is ready last', async () => {
    const service = assembleService(parts())
    expect(service.ports).toEqual({ grpc: 0, health: 9_090 })
    await service.start()
    expect(steps).toEqual(['schema', 'first load', 'serving', 'ready'])
    expect(service.ports).toEqual({ grpc: 50_051, health: 9_090 })
  })

  test('closes stores after everything that uses them has stopped', async () => {
    const service = assembleService(parts())
    await service.start()
    steps = []
    await service.stop()
    const stores = ['health closed', 'bus closed', 'database closed']
    expect(steps).toEqual([
      'not ready',
      'not serving',
      'consumer closed',
      'loop stopped',
      'other loop stopped',
      ...stores,
    ])
  })

  test('stops one step only after what started later has stopped', async () => {
    let finish = (): void => undefined
    const finished = new Promise<void>((resolve) => (finish = resolve))
    const service = assembleService(
      parts({ run: [() => ({ stop: step('loop stopped') }), () => ({ stop: () => finished })] }),
    )
    await service.start()
    steps = []
    const stopping = service.stop()
    await new Promise(setImmediate)
    expect(steps).toEqual(['not ready', 'not serving'])
    finish()
    await stopping
    expect(steps).toContain('loop stopped')
  })

  test('stops what already runs when it is stopped during its start', async () => {
    const hanging = () => new Promise<never>(() => undefined)
    const service = assembleService(parts({ run: [() => ({ stop: step('loop stopped') }), hanging] }))
    void service.start()
    await new Promise(setImmediate)
    await service.stop()
    expect(steps).toEqual([
      'schema',
      'first load',
      'not ready',
      'not serving',
      'loop stopped',
      ...['health closed', 'bus closed', 'database closed'],
    ])
  })

  test('stops once when stop is called twice', async () => {
    const service = assembleService(parts())
    await service.start()
    await Promise.all([service.stop(), service.stop()])
    expect(steps.filter((name) => name === 'database closed')).toHaveLength(1)
  })

  test('neither runs nor serves anything when a preparation fails', async () => {
    const failing = async (): Promise<never> => Promise.reject(new Error('no schema'))
    const service = assembleService(parts({ prepare: [failing] }))
    await expect(service.start()).rejects.toThrow('no schema')
    expect(steps).toEqual([])
    await service.stop()
    expect(steps).toContain('database closed')
  })
})

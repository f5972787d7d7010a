import { createBus, createLogger, runService } from '@kla/chassis'

/** A process that subscribes to NATS until it is stopped. */
await runService(async () => {
  const log = createLogger({ service: 'test', level: 'silent' })
  const bus = await createBus({ url: process.env['NATS_URL'] ?? '', name: 'test', log })
  return {
    start: async () => {
      await bus.subscribe('test', () => undefined)
      console.log('listening')
    },
    stop: () => bus.close(),
  }
})

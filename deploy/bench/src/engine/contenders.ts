import type { BareLoopTasks } from '../peers/bare-loop/main.js'
import { startWorker } from '../workers/start-worker.js'
import type { EngineGround } from './ground.js'
import { observe, type EngineRun } from './observe.js'
import type { Pace } from './pace.js'

/** One game-engine process, told of seats as rooms would tell it, and asked by gRPC as gateways ask it. */
export const runEngine = (ground: EngineGround, pace: Pace): Promise<EngineRun> =>
  observe(ground, pace, 'engine', async () => {
    const { platform, people } = ground
    const { identities, principalKey } = platform
    const { promptMs, showMs, battles, beginOverMs } = pace
    const process = await platform.start('game-engine', {
      ROOMS_ADDRESS: `127.0.0.1:${await people.ask('playRooms', { identities })}`,
      BATTLE_PROMPT_MS: String(promptMs),
      BATTLE_SHOW_MS: String(showMs),
    })
    const stop = (): Promise<void> => platform.stop(process)
    try {
      const engine = `127.0.0.1:${process.slot.grpc}`
      await people.ask('begin', { engine, identities, principalKey, battles, overMs: beginOverMs })
    } catch (error) {
      await stop()
      throw error
    }
    return { pid: process.pid, stop }
  })

/** The bare loop, with as many records and the same deadlines in the same Redis, telling by the same NATS. */
export const runBareLoop = (ground: EngineGround, pace: Pace): Promise<EngineRun> =>
  observe(ground, pace, 'bare loop', async () => {
    const { redis, nats } = ground.platform.infrastructure
    const { promptMs, showMs, battles } = pace
    const loop = startWorker<BareLoopTasks>('peers/bare-loop/main')
    await loop.ask('start', { redisUrl: redis.url, natsUrl: nats.url, promptMs, showMs, battles })
    return {
      pid: loop.pid,
      async stop() {
        await loop.ask('stop', null)
        await loop.stop()
      },
    }
  })

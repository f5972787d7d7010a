import { mapRedisErrors, type Redis } from '@kla/chassis'
import { COMMAND_MEMORY_MS } from '@kla/proto/web'
import { type CommandMemory, memoryKey } from '../shared/commands.js'
import { keysOf, rememberScript, shardOf } from '../shared/redis.js'

/** First meaning of a command: later, a position names another GIF. */
export interface IntentStore<Intent> {
  find(roomId: string, memory: CommandMemory): Promise<Intent | undefined>
  /** Returns the intent stored first. */
  keep(roomId: string, memory: CommandMemory, intent: Intent): Promise<Intent>
}

export function createIntentStore<Intent>(redis: Redis, prefix: string): IntentStore<Intent> {
  const key = (roomId: string, memory: CommandMemory): string =>
    `${keysOf(prefix, shardOf(roomId)).intentPrefix}${roomId}:${memoryKey(memory)}`

  return {
    async find(roomId, memory) {
      const text = await mapRedisErrors(redis.get(key(roomId, memory)))
      return text === null ? undefined : (JSON.parse(text) as Intent)
    },
    async keep(roomId, memory, intent) {
      const stored = await mapRedisErrors(
        rememberScript.run(redis, [key(roomId, memory)], [JSON.stringify(intent), COMMAND_MEMORY_MS]),
      )
      return JSON.parse(stored) as Intent
    },
  }
}

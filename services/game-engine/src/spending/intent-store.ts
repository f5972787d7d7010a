import { mapRedisErrors, type Redis } from '@kla/chassis'
import { COMMAND_MEMORY_MS } from '@kla/proto/web'
import { keysOf, rememberScript, shardOf } from '../shared/redis.js'
import type { CommandMemory } from '../shared/commands.js'

/**
 * What a command was found to mean when it first came. One that takes several steps, some of them at other services,
 * means the same on a repeat, even if the battle has gone on: an option's position names another GIF a round later.
 */
export interface IntentStore<Intent> {
  find(roomId: string, memory: CommandMemory): Promise<Intent | undefined>
  /** Keeps it for as long as answers are remembered; answers the one that was kept first. */
  keep(roomId: string, memory: CommandMemory, intent: Intent): Promise<Intent>
}

/** `kind` keeps apart what different commands mean by it, should a client use one id for both. */
export function createIntentStore<Intent>(redis: Redis, prefix: string, kind: string): IntentStore<Intent> {
  const key = (roomId: string, { accountId, commandId }: CommandMemory): string =>
    `${keysOf(prefix, shardOf(roomId)).intentPrefix}${kind}:${roomId}:${accountId}:${commandId}`

  return {
    async find(roomId, memory) {
      const text = await mapRedisErrors(redis.get(key(roomId, memory)))
      return text === null ? undefined : (JSON.parse(text) as Intent)
    },
    async keep(roomId, memory, intent) {
      const stands = await mapRedisErrors(
        rememberScript.run(redis, [key(roomId, memory)], [JSON.stringify(intent), COMMAND_MEMORY_MS]),
      )
      return JSON.parse(stands) as Intent
    },
  }
}

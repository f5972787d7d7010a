import { once } from 'node:events'
import { connect } from 'node:net'
import { createInterface } from 'node:readline'
import type { Platform } from '@kla/local'

/** What a service asked Redis at once: a script with its commands, or a command alone. */
export interface RedisCall {
  readonly isScript: boolean
  /** Names of commands, such as HGET, in the order of their execution. */
  readonly commands: readonly string[]
  /** All that was sent, and that scripts read or wrote. */
  readonly text: string
}

export interface RedisWatch {
  clear(): void
  /** Returns calls that name one of these. */
  callsNaming(names: readonly string[]): readonly RedisCall[]
  stop(): void
}

/** Matches a line such as: +1795913936.988619 [0 lua] "HGET" "key" "field". */
const LINE = /^\+\S+ \[\d+ (\S+)\] "(\w+)"(.*)$/
const SCRIPT = /^eval(sha)?$/i

/** Watches all commands of Redis, those within scripts included. */
export async function watchRedis({ infrastructure }: Platform): Promise<RedisWatch> {
  const { hostname, port, username, password } = new URL(infrastructure.redis.url)
  const socket = connect(Number(port), hostname)
  await once(socket, 'connect')
  const secret = decodeURIComponent(password)
  if (secret !== '') socket.write(`AUTH ${username === '' ? 'default' : decodeURIComponent(username)} ${secret}\r\n`)
  let calls: { isScript: boolean; commands: string[]; text: string }[] = []
  createInterface({ input: socket }).on('line', (line) => {
    const [, source, command = '', args = ''] = LINE.exec(line) ?? []
    if (source === undefined) return
    const script = calls.at(-1)
    if (source === 'lua') {
      if (!script) return
      script.commands.push(command)
      script.text += args
      return
    }
    const isScript = SCRIPT.test(command)
    calls.push({ isScript, commands: isScript ? [] : [command], text: args })
  })
  socket.write('MONITOR\r\n')
  return {
    clear: () => void (calls = []),
    callsNaming: (names) => calls.filter(({ text }) => names.some((name) => text.includes(name))),
    stop: () => socket.destroy(),
  }
}

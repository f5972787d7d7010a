import { SERVICES } from '@kla/local'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'

/** When a service was ready, milliseconds since the command, and which process it is. */
export interface ReadyTime {
  readonly service: string
  readonly pid: number
  readonly atMs: number
}

interface LogLine {
  readonly time: number
  readonly pid: number
}

/** Reads from the logs when services became ready after a moment, Unix milliseconds. */
export async function readyTimes(directory: string, since: number): Promise<ReadyTime[]> {
  const times = SERVICES.map(async (service): Promise<ReadyTime | undefined> => {
    const line = lastLine(await readFile(join(directory, 'logs', `${service}-1.log`), 'utf8'))
    return line && line.time >= since ? { service, pid: line.pid, atMs: line.time - since } : undefined
  })
  return (await Promise.all(times)).filter((time) => time !== undefined)
}

/** The last line of a log: a service that starts says no more once it has said that it serves. */
export function lastLine(log: string): LogLine | undefined {
  const line = log.split('\n').findLast((text) => text.startsWith('{'))
  return line === undefined ? undefined : (JSON.parse(line) as LogLine)
}

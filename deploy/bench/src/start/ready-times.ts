import { readdir, readFile } from 'node:fs/promises'
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
  readonly service: string
  readonly msg: string
}

/** Reads from the logs which services became ready after a moment, Unix milliseconds; the first one first. */
export async function readyTimes(directory: string, since: number): Promise<ReadyTime[]> {
  const logs = join(directory, 'logs')
  const texts = await Promise.all((await readdir(logs)).map((name) => readFile(join(logs, name), 'utf8')))
  return texts
    .flatMap((text) => readyLines(text))
    .filter(({ time }) => time >= since)
    .map(({ service, pid, time }) => ({ service, pid, atMs: time - since }))
    .sort((one, other) => one.atMs - other.atMs)
}

/** The lines of a log by which services say that they are ready. */
export const readyLines = (log: string): LogLine[] =>
  log
    .split('\n')
    .filter((line) => line.startsWith('{'))
    .map((line) => JSON.parse(line) as LogLine)
    .filter(({ msg, service }) => msg === `${service} is ready`)

import { readFile, stat } from 'node:fs/promises'
import { type Platform, SERVICES } from '@kla/local'

/** Level from which Pino's lines are warnings or errors. */
const WARN = 40

/** Returns a function that resolves to warnings since; figures mean nothing with one. */
export async function openWindow(platform: Pick<Platform, 'running'>): Promise<() => Promise<string[]>> {
  const services = SERVICES.flatMap((service) => platform.running(service))
  const sizes = await Promise.all(services.map(async ({ logFile }) => (await stat(logFile)).size))
  return async () => {
    const logs = await Promise.all(services.map(({ logFile }) => readFile(logFile)))
    return services.flatMap(({ name }, at) =>
      [...warningsIn(logs[at]?.subarray(sizes[at]).toString() ?? '')].map(
        ([what, times]) => `${name} logged ${times === 1 ? '' : `${times} times `}“${what}”`,
      ),
    )
  }
}

/** Counts warnings and errors by message; a stack counts as one of its own. */
export function warningsIn(text: string): ReadonlyMap<string, number> {
  const counts = new Map<string, number>()
  for (const line of text.split('\n').filter((one) => one.trim() !== '')) {
    const { level = WARN, msg = 'output that is no log entry', times = 1 } = entryOf(line)
    if (level >= WARN) counts.set(msg, (counts.get(msg) ?? 0) + times)
  }
  return counts
}

/** `times`: one entry may represent many. */
function entryOf(line: string): { readonly level?: number; readonly msg?: string; readonly times?: number } {
  try {
    return Object(JSON.parse(line)) as object
  } catch {
    return {}
  }
}

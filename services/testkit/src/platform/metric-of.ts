import type { ServiceProcess } from '@kla/local'

/** The value of a metric of a process, all its labels together. Throws if it has none of this name. */
export async function metricOf({ name: process, slot }: ServiceProcess, name: string): Promise<number> {
  const response = await fetch(`http://127.0.0.1:${slot.health}/metrics`, { signal: AbortSignal.timeout(5_000) })
  const values = (await response.text())
    .split('\n')
    .filter((line) => line.startsWith(`${name}{`) || line.startsWith(`${name} `))
    .map((line) => Number(line.slice(line.lastIndexOf(' '))))
  if (values.length === 0) throw new Error(`${process} does not measure ${name}`)
  return values.reduce((sum, value) => sum + value, 0)
}

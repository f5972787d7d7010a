import { cpus, release, totalmem, type } from 'node:os'

/** Where something was measured, as far as it matters to the figures. */
export interface Machine {
  readonly processor: string
  readonly processors: number
  readonly memoryGiB: number
  readonly system: string
  readonly node: string
}

export const describeMachine = (): Machine => ({
  processor: cpus()[0]?.model.trim() ?? 'unknown',
  processors: cpus().length,
  memoryGiB: Math.round(totalmem() / 2 ** 30),
  system: `${type()} ${release().split('-')[0]}`,
  node: process.version,
})

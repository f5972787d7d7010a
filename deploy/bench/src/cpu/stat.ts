/** What `/proc/<pid>/stat` says of a process. */
export interface Stat {
  readonly parent: number
  /** Microseconds on a processor: its own, and of its children that have ended. */
  readonly cpuMicros: number
}

/** Linux tells times in hundredths of a second, whatever its own clock. */
const MICROS_PER_TICK = 10_000
/** Where fields stand behind the name: state is the first. */
const [PARENT, USER, CHILDREN_SYSTEM] = [1, 11, 14]

/** Undefined for a text that is none: the process may have ended. */
export function parseStat(text: string): Stat | undefined {
  // The name stands in brackets and may hold anything, brackets and spaces included.
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ').map(Number)
  const times = fields.slice(USER, CHILDREN_SYSTEM + 1)
  const ticks = times.reduce((sum, time) => sum + time, 0)
  if (times.length < 4 || !Number.isFinite(ticks)) return undefined
  return { parent: fields[PARENT] ?? 0, cpuMicros: ticks * MICROS_PER_TICK }
}

import { open, stat } from 'node:fs/promises'

/** Of pino. */
const WARN = 40
const LEVELS: Readonly<Record<number, string>> = { 40: 'warn', 50: 'error', 60: 'fatal' }

interface Entry {
  readonly level: number
  readonly msg?: string
  /** How many of a kind one entry stands for. */
  readonly times?: number
}

/** A warning or an error, by its level and message. */
export interface Complaint {
  readonly process: string
  readonly what: string
  readonly entries: number
  /** More than entries where one stands for many. */
  readonly times: number
}

type Count = Pick<Complaint, 'entries' | 'times'>

/** Counts warnings and errors by level and message; what is no log entry, such as a stack, counts as one of its own. */
export function warningsIn(text: string): ReadonlyMap<string, Count> {
  const counts = new Map<string, Count>()
  for (const line of text.split('\n')) {
    if (line.trim() === '') continue
    const entry = entryOf(line)
    if (entry && entry.level < WARN) continue
    const what = entry
      ? `${LEVELS[entry.level] ?? entry.level}: ${entry.msg ?? 'no message'}`
      : 'output that is no log entry'
    const { entries, times } = counts.get(what) ?? { entries: 0, times: 0 }
    counts.set(what, { entries: entries + 1, times: times + (entry?.times ?? 1) })
  }
  return counts
}

function entryOf(line: string): Entry | undefined {
  try {
    const entry = JSON.parse(line) as Entry | null
    return typeof entry?.level === 'number' ? entry : undefined
  } catch {
    return undefined
  }
}

export interface LoggingProcess {
  readonly name: string
  readonly logFile: string
}

/** Resolves to a function that resolves to what the processes have complained about since. */
export async function openLogWindow(processes: readonly LoggingProcess[]): Promise<() => Promise<Complaint[]>> {
  const from = await Promise.all(processes.map(({ logFile }) => sizeOf(logFile)))
  return async () => {
    const grown = await Promise.all(processes.map(({ logFile }, at) => readFrom(logFile, from[at] ?? 0)))
    return processes.flatMap(({ name }, at) =>
      [...warningsIn(grown[at] ?? '')].map(([what, count]) => ({ process: name, what, ...count })),
    )
  }
}

const sizeOf = async (file: string): Promise<number> => (await stat(file)).size

async function readFrom(file: string, position: number): Promise<string> {
  const length = (await sizeOf(file)) - position
  if (length <= 0) return ''
  const handle = await open(file)
  try {
    const { buffer, bytesRead } = await handle.read({ buffer: Buffer.alloc(length), position })
    return buffer.toString('utf8', 0, bytesRead)
  } finally {
    await handle.close()
  }
}

import { readFile, writeFile } from 'node:fs/promises'
import { RESULTS_FILE } from '../files.js'
import { describeMachine, type Machine } from '../measure/machine.js'
import type { Part, PartResult } from './part.js'
import { tableOf } from './table.js'

const EMPTY = `# Results

What \`npm run bench\` has measured. Absolute numbers say little about another machine; compare two versions in alternating
runs on one. Brackets hold the least and the most of all runs. CPU is that of every process involved, brokers and stores
included, read from the operating system.
`

export async function writeResults(command: string, { name }: Pick<Part, 'name'>, result: PartResult): Promise<void> {
  const page = await readFile(RESULTS_FILE, 'utf8').catch(() => EMPTY)
  const section = sectionOf(result, { name, command, date: new Date(), machine: describeMachine() })
  await writeFile(RESULTS_FILE, withSection(page, name, section))
}

export interface SectionHeader {
  readonly name: string
  readonly command: string
  readonly date: Date
  readonly machine: Machine
}

export function sectionOf({ figures, notes, faults }: PartResult, header: SectionHeader): string {
  const { name, command, date, machine } = header
  const { processors, processor, memoryGiB, system, node } = machine
  const where = `${processors} cores (${processor}), ${memoryGiB} GiB, ${system}, Node ${node}`
  return [
    `## ${name}`,
    '',
    `${date.toISOString().slice(0, 10)}, by \`${command}\`, on ${where}.`,
    '',
    tableOf(figures),
    '',
    faults.length > 0 ? `Faults: ${faults.join('; ')}` : 'Nothing was lost, doubled, in a wrong room or out of order.',
    ...(notes.length === 0 ? [] : ['', ...notes.map((note) => `- ${note}`)]),
  ].join('\n')
}

/** Sections stand between markers; a new one goes to the end. */
export function withSection(page: string, name: string, section: string): string {
  const [begin, end] = [`<!-- part: ${name} -->`, `<!-- end: ${name} -->`]
  const [from, to] = [page.indexOf(begin), page.indexOf(end)]
  const text = `${begin}\n${section}\n${end}`
  if (from < 0 || to < from) return `${page.trimEnd()}\n\n${text}\n`
  return `${page.slice(0, from)}${text}${page.slice(to + end.length)}`
}

import { readFile, writeFile } from 'node:fs/promises'
import { RESULTS_FILE } from '../files.js'
import { describeMachine } from '../measure/machine.js'
import type { Measured } from './part.js'
import { notesOf, tableOf } from './table.js'

export async function writeResults(name: string, rounds: readonly Measured[]): Promise<void> {
  const command = `npm run bench -- ${name} --runs ${rounds.length} --write`
  const head = `${new Date().toISOString().slice(0, 10)}, by \`${command}\`, on ${describeMachine()}.`
  await writeFile(RESULTS_FILE, withSection(await readFile(RESULTS_FILE, 'utf8'), name, sectionOf(name, head, rounds)))
}

export function sectionOf(name: string, head: string, rounds: readonly Measured[]): string {
  const faults = rounds.flatMap((round) => round.faults)
  const notes = notesOf(rounds).map((note) => `- ${note}`)
  return [
    ...[`## ${name}`, '', head, '', tableOf(rounds), ''],
    faults.length > 0
      ? `Faults: ${faults.join('; ')}`
      : 'Nothing was lost, duplicated, in a wrong room or out of order.',
    ...(notes.length === 0 ? [] : ['', ...notes]),
  ].join('\n')
}

/** Replaces a section between its markers; a new one goes to the end. */
export function withSection(page: string, name: string, section: string): string {
  const [begin, end] = [`<!-- part: ${name} -->`, `<!-- end: ${name} -->`]
  const [from, to] = [page.indexOf(begin), page.indexOf(end)]
  const text = `${begin}\n${section}\n${end}`
  if (from < 0 || to < from) return `${page.trimEnd()}\n\n${text}\n`
  return `${page.slice(0, from)}${text}${page.slice(to + end.length)}`
}

import { readFile } from 'node:fs/promises'
import { describe, test } from '@jest/globals'
import {
  obtainTools,
  parseManifests,
  render,
  type Rendered,
  template,
  type ValueSet,
  valueSets,
  workloadsOf,
} from '@kla/cluster'

const tools = await obtainTools()

/** The chart's tests need helm; without it they are skipped, and `npm test` says so in its last lines. */
export const testWithHelm = tools.helm === undefined ? test.skip : test
export const describeWithHelm = tools.helm === undefined ? describe.skip : describe
/** The same of what judges objects: the schemas come from Go modules. */
export const describeWithSchemas = tools.helm === undefined || tools.modules === undefined ? describe.skip : describe

export const helm = tools.helm ?? ''
export const modules = tools.modules ?? {}
export const sets = await valueSets()

const known = new Map<string, Promise<Rendered>>()

/**
 * What the chart makes of some values, read; the same for the same question. The render under review is read from its
 * file, which helm.test.ts holds equal to the chart's output. Value sets alone have no text of dashboards.
 */
export function rendered(files: readonly string[], set: readonly string[] = []): Promise<Rendered> {
  const question = JSON.stringify([files, set])
  const answer = known.get(question) ?? renderAnew(files, set)
  known.set(question, answer)
  return answer
}

async function renderAnew(files: readonly string[], set: readonly string[]): Promise<Rendered> {
  const objects = parseManifests(await textOf(files, set))
  return { objects, workloads: workloadsOf(objects) }
}

function textOf(files: readonly string[], set: readonly string[]): Promise<string> {
  const alone = set.length === 0 ? sets.find((one) => one.files.join() === files.join()) : undefined
  if (alone === undefined) return template(helm, files, set)
  return alone.render === undefined ? render(helm, alone) : readFile(alone.render, 'utf8')
}

/** Helm's complaint about some values; 'nothing' if it renders them. */
export const complaintAbout = (files: readonly string[], set: readonly string[]): Promise<string> =>
  template(helm, files, set).then(
    () => 'nothing',
    (error: Error) => error.message,
  )

/** The value set of this name. */
export function valueSet(name: string): ValueSet {
  const found = sets.find((set) => set.name === name)
  if (found === undefined) throw new Error(`No value set ${name}`)
  return found
}

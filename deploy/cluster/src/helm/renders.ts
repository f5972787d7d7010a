import { mkdir, writeFile } from 'node:fs/promises'
import { RENDERS } from '../paths.js'
import { template } from './helm.js'
import { valueSets, type ValueSet } from './value-sets.js'

const HEADER = '# What the chart makes of values/NAME; written by `npm run renders`, never by hand.\n'

// Dashboards are reviewed and checked in deploy/observability/dashboards; here they would be most of the text.
const DASHBOARD = /^ {2}(kla-[a-z-]+\.json): \|\n(?: {4}.*\n| *\n)+/gm

/** What is kept under review for a value set. */
export const render = async (helm: string, { name, files }: ValueSet): Promise<string> =>
  HEADER.replace('NAME', `${name}.yaml`) + (await template(helm, files)).replace(DASHBOARD, '  $1: "" # left out\n')

/** Writes all renders anew; the answer is their names. */
export async function writeRenders(helm: string): Promise<readonly string[]> {
  await mkdir(RENDERS, { recursive: true })
  const sets = await valueSets()
  await Promise.all(sets.map(async (set) => writeFile(set.render, await render(helm, set))))
  return sets.map(({ name }) => name)
}

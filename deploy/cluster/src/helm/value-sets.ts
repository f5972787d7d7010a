import { readdir } from 'node:fs/promises'
import { CHART, RENDERS, VALUE_SETS } from '../paths.js'

/** One set of values that is kept under review, with what the chart makes of it. */
export interface ValueSet {
  readonly name: string
  /** In the order in which helm takes them: later ones win. */
  readonly files: readonly string[]
  readonly render: string
}

/** Every value set of `values/`, by name. `dev` is laid over the chart's own values-dev.yaml. */
export async function valueSets(): Promise<readonly ValueSet[]> {
  const names = (await readdir(VALUE_SETS)).filter((file) => file.endsWith('.yaml')).sort()
  return names.map((file) => ({
    name: file.replace(/\.yaml$/, ''),
    files: [...(file === 'dev.yaml' ? [`${CHART}/values-dev.yaml`] : []), `${VALUE_SETS}/${file}`],
    render: `${RENDERS}/${file}`,
  }))
}

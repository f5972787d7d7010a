import { readdir, readFile } from 'node:fs/promises'
import { parse } from 'yaml'

/** A rule of Prometheus, as its file has it. */
export type Rule = Alert | Recording
export interface Alert {
  readonly alert: string
  readonly expr: string
  readonly for?: string
  readonly labels: Readonly<Record<string, string>>
  readonly annotations: Readonly<Record<string, string>>
}
export interface Recording {
  readonly record: string
  readonly expr: string
  readonly labels?: Readonly<Record<string, string>>
}

export const isAlert = (rule: Rule): rule is Alert => 'alert' in rule

/** All rules of a folder, in the order of its files. */
export async function readRules(folder: URL): Promise<readonly Rule[]> {
  const files = (await readdir(folder)).filter((file) => file.endsWith('.yaml')).sort()
  const groups = files.map(async (file) => {
    const { groups } = parse(await readFile(new URL(file, folder), 'utf8')) as { groups: { rules: Rule[] }[] }
    return groups.flatMap(({ rules }) => rules)
  })
  return (await Promise.all(groups)).flat()
}

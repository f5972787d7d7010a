import { readFile, writeFile } from 'node:fs/promises'
import { isAlias, isCollection, isMap, isScalar, type ParsedNode, parseDocument } from 'yaml'
import { CHART } from './helm.js'

const FILE = `${CHART}/VALUES.md`
const HEADER = `# Values

All values of the chart with their defaults, written by \`npm run renders\` from \`values.yaml\`, never by hand.
[README.md](README.md) explains those that matter. What \`defaults\` has, every service can override: \`services.<name>.*\`.

| value | default | meaning |
|---|---|---|
`

interface Value {
  readonly path: string
  readonly byDefault: string
  readonly meaning: string
}

/** Text of a comment from its dashes on, as one line. */
function meaningIn(comment: string): string | undefined {
  const lines = comment.split('\n')
  const first = lines.findIndex((line) => line.startsWith(' -- '))
  if (first === -1) return undefined
  const [head = '', ...rest] = lines.slice(first)
  return [head.slice(4), ...rest.map((line) => line.trim())].join(' ').trim()
}

/** Values without one of their own have the meaning of what they are a part of. */
function valuesIn(node: ParsedNode | null, path: readonly string[], meaning: string): Value[] {
  const whole = (value: unknown): Value[] => [{ path: path.join('.'), byDefault: shown(value), meaning }]
  if (isAlias(node) || !isCollection(node)) return whole(isScalar(node) ? node.value : undefined)
  if (!isMap(node) || node.items.length === 0) return whole(node.toJSON())
  return node.items.flatMap(({ key, value }, index) => {
    const name = isScalar(key) ? String(key.value) : ''
    // The parser hands the comment above the first key of a map to the map itself.
    const above = (index === 0 ? node.commentBefore : undefined) ?? (isScalar(key) ? key.commentBefore : undefined)
    return valuesIn(value, [...path, name], meaningIn(above ?? '') ?? meaning)
  })
}

const code = (text: string): string => `\`${text}\``
const shown = (value: unknown): string => (value === undefined ? 'as above' : code(JSON.stringify(value)))

/** A table of all values, defaults and meanings. Overrides of a service have the meaning of the default. */
export async function valuesTable(): Promise<string> {
  const text = await readFile(`${CHART}/values.yaml`, 'utf8')
  const values = valuesIn(parseDocument(text).contents, [], '')
  const meanings = new Map(values.map(({ path, meaning }) => [path, meaning]))
  const rows = values.map(({ path, byDefault, meaning }) => {
    const said = meaning || meanings.get(path.replace(/^services\.[^.]+/, 'defaults')) || metricTarget(path)
    return `| ${code(path)} | ${cell(byDefault)} | ${cell(said)} |`
  })
  return `${HEADER}${rows.join('\n')}\n`
}

const cell = (text: string): string => text.replaceAll('|', '\\|')

const metricTarget = (path: string): string =>
  path.includes('.autoscaling.targets.') ? 'Target per pod; see README.md, "Scaling".' : ''

export const writeValuesTable = async (): Promise<void> => writeFile(FILE, await valuesTable())

export const readValuesTable = (): Promise<string> => readFile(FILE, 'utf8')
